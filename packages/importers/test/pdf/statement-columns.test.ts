import { describe, expect, it } from 'vitest'
import { readStatementLines } from '../../src/pdf/text/read-lines.ts'

const read = (text: string) => readStatementLines(text.trim().split('\n'), { profiles: false })
function summary(text: string): string[] {
  const { transactions, problems } = read(text)
  expect(problems).toEqual([])
  return transactions.map(({ kind, date, amount, currency }) => [kind, date, amount, currency].join(' '))
}

describe('the columns of account statements', () => {
  it('may have the value date between amount and balance, and equal amounts in a row', () => {
    const text = `
Beispielpost
Kontoauszug 01.04.2018 - 30.04.2018
IBAN CH11 CHF
Datum Text Gutschrift Lastschrift Valuta Saldo
31.03.18 Kontostand 50 000.00
09.04.18 ÜBERTRAG AUF KONTO 20 000.00 08.04.18 30 000.00
09.04.18 ÜBERTRAG AUF KONTO 20 000.00 09.04.18 10 000.00
10.04.18 ÜBERTRAG AUS KONTO 25 000.00 10.04.18 35 000.00
`
    expect(summary(text)).toEqual([
      'removal 2018-04-08 20000 CHF',
      'removal 2018-04-09 20000 CHF',
      'deposit 2018-04-10 25000 CHF',
    ])
  })

  it('may be named in two lines', () => {
    const text = `
Beispielbank Kreditkarte
Abrechnungsdatum: 20. Februar 2009
Beleg- Eingang Angabe des Unternehmens / Währung Betrag Kurs Betrag in
datum Verwendungszweck EUR
22.01.09 Saldo letzte Abrechnung 100,00+
26.01.09 27.01.09 MUSTERLADEN USD 5,00 1,2500 4,00 -
20.02.09 21.02.09 Kartenpreis 2,50 -
Neuer Saldo 93,50+
`
    expect(summary(text)).toEqual(['removal 2009-01-27 4 EUR', 'fee 2009-02-21 2.5 EUR'])
  })

  it('may be so narrow that dates take several lines', () => {
    const text = `
Beispielbank
UMSATZÜBERSICHT
DATUM TYP BESCHREIBUNG ZAHLUNGSEINGANG ZAHLUNGSAUSGANG SALDO
26 Juli
2024 Überweisung Outgoing transfer for Erika Beispiel 200,00 € 800,00 €
27
Juli Kartentransaktion MUSTERLADEN 3,00 € 797,00 €
2024
30 Juli
Überweisung Incoming transfer from Erika Beispiel 20,00 € 817,00 €
2024
`
    expect(summary(text)).toEqual([
      'removal 2024-07-26 200 EUR',
      'removal 2024-07-27 3 EUR',
      'deposit 2024-07-30 20 EUR',
    ])
  })
})
