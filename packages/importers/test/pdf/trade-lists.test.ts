import { describe, expect, it } from 'vitest'
import { readStatementLines } from '../../src/pdf/text/read-lines.ts'

const read = (text: string) => readStatementLines(text.trim().split('\n'), { profiles: false })
const readAll = (text: string) => {
  const { transactions, problems } = read(text)
  expect(problems).toEqual([])
  return transactions
}

const works = 'DE0007164600'

describe('a list of trades', () => {
  it('has the kind in words and a fee between value and total', () => {
    const text = `
Example Broker B.V.
Transactions 01-03-2026 - 31-03-2026
Date Product ISIN Action Quantity Price Value Fee Total
02-03-2026 Muster World ETF ${works} Buy 10 EUR 90.00 EUR 900.00 EUR 1.00 EUR 901.00
09-03-2026 Muster World ETF ${works} Sell 4 EUR 95.00 EUR 380.00 EUR 1.00 EUR 379.00
`
    expect(readAll(text)).toMatchObject([
      { kind: 'purchase', date: '2026-03-02', shares: '10', amount: '901', fees: '1', isin: works },
      { kind: 'sale', date: '2026-03-09', shares: '4', amount: '379', fees: '1' },
    ])
  })

  it('tells the kind by signs, and converts at the rate of the line', () => {
    const text = `
Muster Broker AG
Transaktionen vom 01.03.2026 bis 31.03.2026
Datum Uhrzeit Produkt ISIN Anzahl Kurs Wert Lokalwährung Wert Wechselkurs Gebühr Gesamt
02.03.2026 09:12 Muster Werke ${works} 10 90,00 USD -900,00 USD -800,00 EUR 1,125 -2,00 EUR -802,00 EUR
09.03.2026 10:44 Muster Werke ${works} -4 95,00 EUR 380,00 EUR 380,00 EUR 380,00 EUR
`
    expect(readAll(text)).toMatchObject([
      { kind: 'purchase', time: '09:12:00', shares: '10', amount: '802', gross: '800', fees: '2' },
      { kind: 'sale', shares: '4', amount: '380', grossForeign: null },
    ])
    expect(readAll(text)[0]).toMatchObject({ currency: 'EUR', grossForeign: '900', foreignCurrency: 'USD' })
  })

  it('may state the price before the pieces, below the security they are of, and what is held between', () => {
    const text = `
Muster Fondsbank
Umsatzaufstellung Ihres Fondsdepots
Fonds: Muster Aktien Global ISIN ${works}
Umsatzart Betrag Preis je Anteil Anteile Kursdatum
EUR EUR
Bestand am 31.12.2025 1.020,40 102,04 10,000
Kauf 100,00 102,0400 0,980 15.01.2026
Lastschrift 100,00 99,0100 +1,010 16.02.2026
Verkauf 50,00 100,0000 -0,500 16.03.2026
`
    expect(readAll(text)).toMatchObject([
      { kind: 'purchase', shares: '0.98', amount: '100', currency: 'EUR', isin: works },
      { kind: 'purchase', shares: '1.01', date: '2026-02-16' },
      { kind: 'sale', shares: '0.5', amount: '50' },
    ])
  })

  it('of one line is read where it is no usual note', () => {
    const text = `
Example Broker B.V.
Transaction confirmation
Date Time Instrument ISIN Side Quantity Price Value Fee Total
12-03-2026 10:11:12 Muster Werke ${works} Buy 3 EUR 90.00 EUR 270.00 EUR 1.00 EUR 271.00
`
    expect(readAll(text)).toMatchObject([{ kind: 'purchase', shares: '3', amount: '271', fees: '1' }])
  })
})

describe('a line of a list of trades', () => {
  const list = (row: string, above = `Fonds: Muster Aktien Global ISIN ${works}`) => `
Muster Fondsbank
Umsatzaufstellung Ihres Fondsdepots
${above}
Umsatzart Betrag EUR Preis je Anteil Anteile Tag
Kauf 100,00 102,0400 0,980 15.01.2026
${row}
`
  const problem = (row: string, above?: string) =>
    read(list(row, above)).problems.map(({ message }) => message)

  it('is a problem if its values do not agree, or its kind is not certain', () => {
    expect(problem('Kauf 100,00 99,0100 1,510 16.02.2026')).toEqual([
      'The values of this line do not add up: Kauf 100,00 99,0100 1,510 16.02.2026',
    ])
    expect(problem('Wiederanlage 100,00 99,0100 1,010 16.02.2026')).toEqual([
      'What this line is about is not certain: Wiederanlage 100,00 99,0100 1,010 16.02.2026',
    ])
    expect(problem('Lastschrift 100,00 99,0100 1,010 16.02.2026')).toHaveLength(1)
    expect(problem('Kauf 100,00 99,0100 -1,010 16.02.2026')).toHaveLength(1)
  })

  it('is a problem if the heading names several securities, or the line several days', () => {
    const two = `Muster Aktien ISIN ${works}\nMuster Renten ISIN US0378331005`
    expect(read(list('Verkauf 50,00 100,0000 0,500 16.03.2026', two)).transactions).toEqual([])
    expect(problem('Verkauf 50,00 100,0000 0,500 16.03.2026 18.03.2026')).toEqual([
      'The line names several days: 2026-03-16, 2026-03-18.',
    ])
  })

  it('is no trade of its own where the costs of the order stand below', () => {
    const text = `
Musterbank
Muster Werke ISIN ${works}
Datum Uhrzeit Anzahl Kurs Kurswert
12.03.2026 10:00:00 4 25,00 EUR 100,00 EUR
12.03.2026 10:00:01 6 25,00 EUR 150,00 EUR
Provision 9,90 EUR
`
    expect(read(text).transactions).toEqual([])
  })
})
