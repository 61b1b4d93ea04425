import { describe, expect, it } from 'vitest'
import { readStatementLines } from '../../src/pdf/text/read-lines.ts'

const read = (text: string) => readStatementLines(text.trim().split('\n'), { profiles: false })
const readAll = (text: string) => {
  const { transactions, problems } = read(text)
  expect(problems).toEqual([])
  return transactions.map(({ kind, date, amount, currency }) => `${kind} ${date} ${amount} ${currency}`)
}

describe('an account statement', () => {
  it('may be in pounds, with money out and money in', () => {
    const text = `
Example Investing Ltd
Cash account statement
Currency: GBP
Date Description Money out Money in Balance
01/03/2026 Opening balance £200.00
02/03/2026 Deposit by bank transfer £500.00 £700.00
10/03/2026 Monthly account fee £9.99 £690.01
20/03/2026 Withdrawal to bank £100.00 £590.01
31/03/2026 Interest £1.25 £591.26
Closing balance £591.26
`
    expect(readAll(text)).toEqual([
      'deposit 2026-03-02 500 GBP',
      'fee 2026-03-10 9.99 GBP',
      'removal 2026-03-20 100 GBP',
      'interest 2026-03-31 1.25 GBP',
    ])
  })

  it('may name the payer before the day, and the balances last', () => {
    const text = `
Muster Bank
Kontoauszug Nr. 03/2026
Beschreibung Verbuchungsdatum Betrag
Erika Beispiel 02.03.2026 +500,00€
Gutschriften
Stadtwerke Muster 20.03.2026 -100,00€
Lastschriften
Dein alter Kontostand +200,00€
Dein neuer Kontostand +600,00€
`
    expect(readAll(text)).toEqual(['deposit 2026-03-02 500 EUR', 'removal 2026-03-20 100 EUR'])
  })

  it('may lack a heading if its entries lead from the opening to the closing balance', () => {
    const text = (closing: string) => `
Musterbank Kontoauszug
Auszug Euro-Konto 111 22122 00 31.08.23
Alter Saldo EUR 5,00+
03.08.23 04.08. WERTPAPIERE 10,00-
WP-Abrechnung DE0007164600
17.08.23 17.08. LASTSCHRIFT EINGANG VORBEHALTEN 10,00+
Sparplan DE0007164600
Neuer Saldo EUR ${closing}+
Der Kontostand berücksichtigt nicht die Wertstellung der Buchungen, so dass der genannte Betrag nicht massgeblich ist.
`
    expect(readAll(text('5,00'))).toEqual(['removal 2023-08-04 10 EUR', 'deposit 2023-08-17 10 EUR'])
    expect(read(text('6,00')).transactions).toEqual([])
  })

  const unsigned = (closing: string, entries: string) => `
Musterbank
Kontoauszug 3/2026
Datum Text Betrag EUR
Alter Saldo 100,00
${entries}
Neuer Saldo ${closing}
`

  it('gives entries without sign the only directions that make the closing balance', () => {
    const entries = '02.03.2026 Muster Meier 50,00\n09.03.2026 Beispiel GmbH 30,00\n20.03.2026 Firma X 7,00'
    expect(readAll(unsigned('113,00', entries))).toEqual([
      'deposit 2026-03-02 50 EUR',
      'removal 2026-03-09 30 EUR',
      'removal 2026-03-20 7 EUR',
    ])
  })

  it('does not choose between two ways to make the closing balance', () => {
    const entries = '02.03.2026 Muster Meier 50,00\n09.03.2026 Beispiel GmbH 50,00'
    const { transactions, problems } = read(unsigned('100,00', entries))
    expect(transactions).toEqual([])
    expect(problems[0]?.message).toBe('The direction of this entry is not known: 50 EUR.')
  })

  it('closes with the balance of its latest day, which an annex may precede', () => {
    const text = `
Musterbank
Kontoauszug 4/2026
Datum Erläuterung Betrag Soll EUR Betrag Haben EUR
Kontostand am 04.03.2026, Auszug Nr. 3 1.006,00
01.04.2026 Lastschrift Muster -6,00
Kontostand am 04.04.2026 um 18:05 Uhr 1.000,00
Rechnungsabschluss: Anlage 1
Kontostand in EUR am 31.03.2026 1.006,00
`
    expect(readAll(text)).toEqual(['removal 2026-04-01 6 EUR'])
  })
})
