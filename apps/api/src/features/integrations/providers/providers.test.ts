import { describe, expect, it } from 'vitest'
import { checkSeries } from '../check-series.ts'
import { isDue, nextOccurrence, nextRun } from '../schedule.ts'
import type { Client } from './client.ts'
import { readRange } from './coingecko.ts'
import { ecb } from './ecb.ts'
import { ProviderError } from './provider-error.ts'
import { findProvider } from './providers.ts'
import { readChart } from './yahoo.ts'

const xml = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01">
  <Cube><Cube time='2026-11-13'><Cube currency='USD' rate='1.16'/><Cube currency='CHF' rate='0.928'/></Cube>
  <Cube time="2026-11-12"><Cube currency="USD" rate="1.1"/><Cube currency="JPY" rate="176"/></Cube></Cube>
</gesmes:Envelope>`

async function ratesOf(text: string, since: string | null = null, address = 'http://ecb.example') {
  const requestedPaths: string[] = []
  const client: Client = {
    async text(path) {
      requestedPaths.push(path)
      return text
    },
  }
  if (ecb.kind !== 'rates') throw new Error('the ECB has rates')
  return { ...(await ecb.rates(client, since, '2026-11-13', address)), requestedPaths }
}

describe('ECB rates', () => {
  it('are read as units per euro', async () => {
    const expected = [
      { base: 'EUR', quote: 'USD', date: '2026-11-13', rate: '1.16' },
      { base: 'EUR', quote: 'CHF', date: '2026-11-13', rate: '0.928' },
      { base: 'EUR', quote: 'USD', date: '2026-11-12', rate: '1.1' },
      { base: 'EUR', quote: 'JPY', date: '2026-11-12', rate: '176' },
    ]
    expect((await ratesOf(xml)).rates).toEqual(expected)
    const csv = 'Date,USD,CHF,JPY,\n2026-11-13,1.16,0.928,N/A,\n2026-11-12,1.1,N/A,176,\n'
    expect((await ratesOf(csv)).rates).toEqual(expected)
    expect((await ratesOf('Date, USD, CHF, \n13 November 2026, 1.16, 0.928, \n')).rates).toEqual(
      expected.slice(0, 2),
    )
  })

  it('are fetched from the shortest file that covers the missing days', async () => {
    expect((await ratesOf(xml, '2026-11-12')).requestedPaths).toEqual(['/eurofxref-daily.xml'])
    expect((await ratesOf(xml, '2026-10-12')).requestedPaths).toEqual(['/eurofxref-hist-90d.xml'])
    expect((await ratesOf(xml, null)).requestedPaths).toEqual(['/eurofxref-hist.xml'])
    expect((await ratesOf(xml, null, 'http://files.example/rates.xml')).requestedPaths).toEqual([''])
  })

  it('leave out an invalid rate alone and name it', async () => {
    const valid = (await ratesOf(xml)).rates
    const withoutFranc = valid.filter(({ quote }) => quote !== 'CHF')
    for (const wrong of ['abc', '0', '-0.928', '1,2', ''])
      expect(await ratesOf(xml.replace('0.928', wrong)), wrong).toMatchObject({
        rates: withoutFranc,
        invalid: [{ currency: 'CHF', date: '2026-11-13' }],
      })
    expect(await ratesOf('Date,USD,CHF,\n2026-11-13,n/b,0.928,\n2026-11-12,1.1,0.93,\n')).toMatchObject({
      rates: [{ date: '2026-11-12' }, { date: '2026-11-12' }],
      invalid: [{ currency: 'USD', date: '2026-11-13' }],
    })
  })

  it('are rejected if the file is truncated or invalid', async () => {
    const wrong = [
      xml.slice(0, 200),
      xml.replace('2026-11-13', 'tomorrow'),
      '<Envelope></Envelope>',
      'Date,USD\nyesterday,1.1\n',
      'hello',
      '',
    ]
    for (const text of wrong) await expect(ratesOf(text), text).rejects.toThrow(ProviderError)
  })
})

const chart = (more: object = {}, meta: object = {}) =>
  JSON.stringify({
    chart: {
      result: [
        {
          meta: { currency: 'USD', gmtoffset: -18000, ...meta },
          timestamp: [1_762_957_800, 1_763_044_200, 1_763_130_600],
          indicators: { quote: [{ close: [58.91999816894531, null, 60.5] }] },
          ...more,
        },
      ],
      error: null,
    },
  })
const after = new Date('2025-11-15T08:00:00Z')

describe('a Yahoo chart', () => {
  it('yields closes by exchange day, as quoted', () => {
    expect(readChart(chart(), after)).toEqual({
      currency: 'USD',
      closes: [
        { date: '2025-11-12', close: '58.92' },
        { date: '2025-11-14', close: '60.5' },
      ],
      splits: [],
    })
  })

  it('has the day of the exchange for bars at midnight, in summer and in winter', () => {
    const seconds = (moment: string) => Date.parse(moment) / 1000
    const timestamp = [seconds('2025-07-13T23:00:00Z'), seconds('2025-11-12T00:00:00Z')]
    const indicators = { quote: [{ close: [1.5, 2.5] }] }
    const days = (meta: object) =>
      readChart(chart({ timestamp, indicators }, meta), after).closes.map(({ date }) => date)
    expect(days({ gmtoffset: 0, exchangeTimezoneName: 'Europe/London' })).toEqual([
      '2025-07-14',
      '2025-11-12',
    ])
    expect(days({ gmtoffset: 3600, exchangeTimezoneName: 'Europe/London' })).toEqual([
      '2025-07-14',
      '2025-11-12',
    ])
    expect(days({ gmtoffset: 0, exchangeTimezoneName: 'Nowhere/Land' })).toEqual(['2025-07-13', '2025-11-12'])
  })

  it('keeps negative closes and leaves out closes of 0, which stand for missing ones', () => {
    const indicators = { quote: [{ close: [18.27, -37.63, 0] }] }
    expect(readChart(chart({ indicators }), after).closes).toEqual([
      { date: '2025-11-12', close: '18.27' },
      { date: '2025-11-13', close: '-37.63' },
    ])
  })

  it('undoes the adjustment for later splits', () => {
    const events = { splits: { a: { date: 1_763_130_600, numerator: 4, denominator: 1 } } }
    const { closes, splits } = readChart(chart({ events }), after)
    expect(closes.map(({ close }) => close)).toEqual(['235.68', '60.5'])
    expect(splits).toEqual([{ date: '2025-11-14', numerator: 4, denominator: 1 }])
  })

  it('has no close for an open session', () => {
    const during = { currentTradingPeriod: { regular: { end: 1_763_154_000 } } }
    const found = readChart(chart({}, during), new Date(1_763_140_000_000))
    expect(found.closes.map(({ date }) => date)).toEqual(['2025-11-12'])
  })

  it('is rejected if it is invalid', () => {
    for (const text of ['', '[]', '{"chart":{}}', '{"chart":{"result":[{}]}}', 'null'])
      expect(() => readChart(text, after), text).toThrow('unreadable')
    expect(() => readChart('{"chart":{"result":null,"error":{"code":"Not Found"}}}', after)).toThrow(
      'unknown_symbol',
    )
    expect(() => readChart(chart({ timestamp: [1e300] }), after)).toThrow('unreadable')
  })
})

describe('coin prices', () => {
  it('are the last ones before each midnight, without the current day', () => {
    const at = (text: string) => Date.parse(text)
    const prices = [
      [at('2025-11-14T00:00:00Z'), 96_000],
      [at('2025-11-14T23:00:00Z'), 96_500],
      [at('2025-11-15T00:00:00Z'), 96_840.25],
      [at('2025-11-15T07:00:00Z'), 97_000],
    ]
    expect(readRange(JSON.stringify({ prices }), 'USD', after).closes).toEqual([
      { date: '2025-11-13', close: '96000' },
      { date: '2025-11-14', close: '96840.25' },
    ])
    expect(() => readRange('{"error":"coin not found"}', 'USD', after)).toThrow('unreadable')
  })
})

describe('a new series', () => {
  const day = (date: string, close: string) => ({ date, close })
  const none = { found: [], known: [] }

  it('is flagged if a price halves or doubles without a split', () => {
    const closes = [day('2026-11-11', '49'), day('2026-11-12', '98'), day('2026-11-13', '97')]
    const flags = checkSeries(day('2026-11-10', '100'), closes, none, '2026-11-13')
    expect(flags.map(({ kind, date }) => [kind, date])).toEqual([
      ['price_jump', '2026-11-11'],
      ['price_jump', '2026-11-12'],
    ])
    const split = { date: '2026-11-11', numerator: 2, denominator: 1 }
    const fall = closes.slice(0, 1)
    expect(
      checkSeries(day('2026-11-10', '100'), fall, { found: [split], known: ['2026-11-11'] }, '2026-11-13'),
    ).toEqual([])
    expect(checkSeries(day('2026-11-10', '100'), fall, { found: [split], known: [] }, '2026-11-13')).toEqual([
      { kind: 'split_not_posted', date: '2026-11-11', change: 2 },
    ])
  })

  it('is flagged if it falls below 0, but not relative to a close of 0 or below', () => {
    const closes = [day('2020-04-20', '-37.63'), day('2020-04-21', '10.01')]
    const flags = checkSeries(day('2020-04-17', '18.27'), closes, none, '2020-04-21')
    expect(flags.map(({ kind, date }) => [kind, date])).toEqual([['price_jump', '2020-04-20']])
  })

  it('is flagged if it ends more than a week ago', () => {
    expect(checkSeries(day('2026-11-05', '1'), [], none, '2026-11-12')).toEqual([])
    expect(checkSeries(day('2026-11-04', '1'), [], none, '2026-11-12')).toMatchObject([{ kind: 'price_old' }])
  })
})

describe('a schedule', () => {
  it('is due once per occurrence', () => {
    const at = (text: string) => new Date(`2026-11-13T${text}:00Z`)
    const isDueAfter = (last_start: Date | null, now: Date, schedule: string | null = 'daily 16:30') =>
      isDue({ schedule, last_start, retry_at: null, wait_until: null }, now)
    expect(isDueAfter(null, at('09:00'))).toBe(true)
    expect(isDueAfter(new Date('2026-11-12T16:31:00Z'), at('16:29'))).toBe(false)
    expect(isDueAfter(new Date('2026-11-12T16:31:00Z'), at('16:30'))).toBe(true)
    expect(isDueAfter(at('16:30'), at('23:00'))).toBe(false)
    expect(isDueAfter(null, at('09:00'), null)).toBe(false)
    expect(nextOccurrence('daily 16:30', at('16:30'))?.toISOString()).toBe('2026-11-14T16:30:00.000Z')
    expect(nextOccurrence('hourly', at('16:30'))?.toISOString()).toBe('2026-11-13T17:00:00.000Z')
  })

  it('runs earlier for a retry, and never before the provider allows it', () => {
    const at = (text: string) => new Date(`2026-11-13T${text}:00Z`)
    const times = {
      schedule: 'daily 16:30',
      last_start: at('16:31'),
      retry_at: at('16:36'),
      wait_until: null,
    }
    expect(nextRun(times, at('16:32'))).toEqual(at('16:36'))
    expect(isDue(times, at('16:35'))).toBe(false)
    expect(isDue(times, at('16:36'))).toBe(true)
    const asked = { ...times, wait_until: at('19:00') }
    expect(nextRun(asked, at('16:40'))).toEqual(at('19:00'))
    expect(isDue(asked, at('18:59'))).toBe(false)
    const missed = { ...asked, last_start: new Date('2026-11-12T16:31:00Z'), retry_at: null }
    expect(isDue(missed, at('18:00'))).toBe(false)
    expect(isDue(missed, at('19:00'))).toBe(true)
    expect(nextRun({ ...times, retry_at: null }, at('16:40'))?.toISOString()).toBe('2026-11-14T16:30:00.000Z')
  })

  it('is defined for every provider', () => {
    for (const id of ['ecb', 'yahoo', 'coingecko'])
      expect(nextOccurrence(findProvider(id)?.schedule ?? null, after)).not.toBeNull()
  })
})
