import { describe, expect, it } from 'vitest'
import { describeNotification, type Reader } from './message.ts'
import type { NotificationFacts } from './notification-facts.ts'

const english: Reader = { language: 'en-US', dateFormat: 'd MMM yyyy', timeZone: 'UTC' }
const german: Reader = { language: 'de', dateFormat: 'dd.MM.yyyy', timeZone: 'Europe/Zurich' }

const event: NotificationFacts = {
  about: 'event',
  event: 'dividend',
  name: 'Alpenglow',
  date: '2026-03-19',
  accounts: ['Depot', 'Main'],
  money: [{ amount: 1250.5, currency: 'CHF' }],
  isEstimated: false,
}
const move: NotificationFacts = {
  about: 'move',
  date: '2026-03-13',
  currency: 'JPY',
  relativity: 'abs',
  abs: -199_644.4,
  rel: -0.0123,
  value: 16_000_000,
  accounts: ['Main'],
  stale: 0,
  before: null,
}

describe('the words of a notification', () => {
  it('name position, date, amount and accounts in the language and formats of the reader', () => {
    expect(describeNotification(event, english)).toEqual({
      title: 'Upcoming: Dividend',
      text: 'Alpenglow on 19 Mar 2026 · 1,250.50 CHF · Depot, Main',
    })
    expect(describeNotification(event, german)).toEqual({
      title: 'Bevorstehend: Dividende',
      text: 'Alpenglow am 19.03.2026 · 1.250,50 CHF · Depot, Main',
    })
  })

  it('say what a rule waits for, in the language and formats of the reader', () => {
    const missing = [{ reason: 'unposted_split' as const, names: ['Acme'] }]
    expect(
      describeNotification({ about: 'unknown_breach', family: 'Own', date: '2026-03-13', missing }, german),
    ).toEqual({
      title: 'Bandbreiten nicht prüfbar',
      text: 'Own · Gewichte am 13.03.2026 unbekannt · Möglicher, nicht gebuchter Split: Acme · Verletzungen werden wieder gemeldet, sobald der Split gebucht oder verworfen ist',
    })
    const target = { direction: 'below', name: 'Acme', price: '60', close: '50.5', currency: 'CHF' } as const
    expect(describeNotification({ about: 'unknown_target', ...target, date: '2026-03-13' }, german)).toEqual({
      title: 'Acme: möglicher, nicht gebuchter Split',
      text: 'Schlusskurs vom 13.03.2026: 50,50 CHF · Ziel 60,00 CHF · Sobald dies geklärt ist, werden Sie benachrichtigt, falls das Ziel erreicht ist',
    })
  })

  it('tell of an undelivered mail in the language of the reader', () => {
    const facts = {
      about: 'undelivered',
      address: 'zoe@example.com',
      subject: 'Invitation',
      code: '550',
    } as const
    expect(describeNotification(facts, german)).toEqual({
      title: 'E-Mail an zoe@example.com nicht zustellbar',
      text: 'Der Mailserver hat «Invitation» endgültig abgelehnt (Code 550). Prüfen Sie die Adresse.',
    })
    expect(describeNotification({ ...facts, code: null }, english).text).toBe(
      '“Invitation” could not be sent in seven attempts. Ask your administrator to check the outbox.',
    )
  })

  it('use the plural where German needs it', () => {
    const earnings = { ...event, event: 'earnings', money: [] }
    expect(describeNotification(earnings, german).title).toBe('Bevorstehend: Geschäftszahlen')
  })

  it('state a loss with its day, and yen without decimals', () => {
    expect(describeNotification(move, english)).toEqual({
      title: 'Loss of 199,644 JPY',
      text: 'P&L on 13 Mar 2026: −199,644 JPY (−1.23%) · Net asset value 16,000,000 JPY · Main',
    })
  })

  it('name the rates of a move that are older than a week', () => {
    const { text } = describeNotification({ ...move, staleRates: ['GBP', 'USD'] }, english)
    expect(text).toContain('Exchange rates older than a week: GBP, USD')
  })

  it('say that a day could not be judged, with what is missing', () => {
    const facts: NotificationFacts = {
      about: 'unknown_move',
      date: '2026-03-13',
      missing: [
        { reason: 'missing_price', names: ['Alpenglow'] },
        { reason: 'missing_rate', names: ['GBP'] },
      ],
      accounts: ['Main'],
    }
    expect(describeNotification(facts, english)).toEqual({
      title: 'Daily P&L could not be checked',
      text: 'P&L on 13 Mar 2026 is unknown · No price: Alpenglow · No exchange rate: GBP · Main · You will be notified of moves again once the data is complete',
    })
    expect(describeNotification(facts, german).text).toContain('Kein Wechselkurs: GBP')
  })

  it('say that a figure was corrected, and what it was before', () => {
    const corrected = { ...move, before: { abs: 142.73, rel: 0.0001 } }
    const { title, text } = describeNotification(corrected, english)
    expect(title).toBe('Corrected: loss of 199,644 JPY')
    expect(text).toContain('before: +143 JPY (+0.01%)')
  })

  it('give the time of a change of credentials on the clock of the reader', () => {
    const facts: NotificationFacts = {
      about: 'account',
      mail: 'password_changed',
      values: {},
      at: '2026-03-16T09:00:00.000Z',
    }
    expect(describeNotification(facts, german).text).toContain('10:00')
  })
})
