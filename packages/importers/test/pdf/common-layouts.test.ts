import { describe, expect, it } from 'vitest'
import { readStatementLines } from '../../src/pdf/text/read-lines.ts'

const read = (text: string) => readStatementLines(text.trim().split('\n'), { profiles: false })
const readAll = (text: string) => {
  const { transactions, problems } = read(text)
  expect(problems).toEqual([])
  return transactions
}

describe('pieces and prices', () => {
  it('take the number behind a unit as a count, whatever currency follows it', () => {
    const text = `
Beispielsparkasse
Verkauf börslich vom 13.06.2016
DE0007164600 MUSTER WERKE AG
Währung/STK Nennwert/Stückzahl Kurs Handelsart Kurswert
STK 35,000 EUR 18,000000 630,00 EUR
Fremde Spesen 3,75- EUR
Schlusstag: 13.06.2016
Zu Gunsten 123-123 15.06.2016 626,25 EUR
`
    expect(readAll(text)).toMatchObject([{ kind: 'sale', shares: '35', amount: '626.25', fees: '3.75' }])
  })

  it('do not take what is left of gross for a price', () => {
    const text = `
Beispielbank
DIVIDENDE
Dividende mit dem Ex-Tag 09.12.2020.
POSITION ANZAHL ERTRÄGNIS BETRAG
Muster Werke Oyj 30 Stk. 0,15 EUR 4,50 EUR
Reg. Shares Cl.R EO 1,70
ISIN: DE0007164600
GESAMT 4,50 EUR
Quellensteuer -1,85 EUR
GESAMT 2,65 EUR
VERRECHNUNGSKONTO VALUTA BETRAG
DE00 2020-12-17 2,65 EUR
`
    expect(readAll(text)).toMatchObject([{ kind: 'dividend', shares: '30', amount: '2.65', taxes: '1.85' }])
  })
})

describe('a security without an identifier', () => {
  const purchase = (security: string) => `
Beispielbank
Wertpapierabrechnung
Transaktionsart: Kauf
${security}
Orderausführung Datum / Zeit: 30. Dezember 2021 01:03:19
Kurs: 0,25 EUR
Stück / Nominale: 1.200
Kurswert: 300,00 EUR
Ausmachender Betrag: 300,00 EUR
`

  it('is found by the label of its name', () => {
    expect(readAll(purchase('Produktbezeichnung - Musterling'))).toMatchObject([
      { kind: 'purchase', name: 'Musterling', isin: null, shares: '1200', amount: '300' },
    ])
    expect(readAll(purchase('Valor: MUSTER(MWK) Mercado: CONTINUO'))).toMatchObject([
      { name: 'MUSTER', ticker: 'MWK' },
    ])
  })

  it('is not certain if its ISIN fails the check digit', () => {
    const { transactions, problems } = read(purchase('Wertpapier Muster Werke AG ISIN DE0007164601'))
    expect(transactions).toEqual([])
    expect(problems[0]?.message).toBe('The security is missing.')
  })

  it('is found in the row that states pieces and price', () => {
    const text = `
Beispielbank
ABRECHNUNG SPARPLAN
Sparplanausführung am 03.02.2025 im außerbörslichen Handel.
POSITION ANZAHL DURCHSCHNITTSKURS BETRAG
Musterling (MUS) 0,000262 Stk. 95.324,56 EUR 24,98 EUR
GESAMT 24,98 EUR
VERRECHNUNGSKONTO WERTSTELLUNG BETRAG
DE12 2025-02-03 -24,98 EUR
`
    expect(readAll(text)).toMatchObject([{ name: 'Musterling', ticker: 'MUS', shares: '0.000262' }])
  })
})

describe('account statements of savings banks', () => {
  const statement = (entries: string, closing: string) => `
Beispielsparkasse
Kontoauszug 8/2023 vom 01.09.2023
Datum Erläuterung Betrag Soll EUR Betrag Haben EUR
Kontostand am 31.07.2023, Auszug Nr. 7 100,00
${entries}
Kontostand am 31.08.2023 um 20:02 Uhr ${closing}
`
  const summary = (text: string) =>
    readAll(text).map(({ kind, date, amount, rejected }) =>
      [kind, date, amount, rejected ?? ''].join(' ').trim(),
    )

  it('count the day of the column where a value date is remarked', () => {
    expect(summary(statement('28.08.2023 Überweisung / Wert: 26.08.2023 -20,00', '80,00'))).toEqual([
      'removal 2023-08-28 20',
    ])
  })

  it('take payments for payments, whatever the shop is called', () => {
    const entries =
      '02.08.2023 Lastschrift -20,00\nIhr Einkauf bei Musterhandel\n03.08.2023 Lohn, Gehalt, Rente 50,00'
    expect(summary(statement(entries, '130,00'))).toEqual(['removal 2023-08-02 20', 'deposit 2023-08-03 50'])
  })

  it('join amounts that stand above their entries', () => {
    const text = `
Beispielsparkasse
Kontoauszug 8/2023 vom 01.09.2023
Datum Erläuterung Betrag Soll EUR Betrag Haben EUR
100,00
Kontostand am 31.07.2023, Auszug Nr. 7
-20,00
02.08.2023 Bargeldauszahlung
50,00
03.08.2023 Zahlungseingang
Max Muster
130,00
Kontostand am 31.08.2023 um 20:02 Uhr
`
    expect(summary(text)).toEqual(['removal 2023-08-02 20', 'deposit 2023-08-03 50'])
  })

  it('explain the closing of the account by its annex, and do not count the annex', () => {
    const annex = (line: string) => `
${statement('02.08.2023 Zahlungseingang 5,00\n31.08.2023 Abrechnung 31.08.2023 0,10\nsiehe Anlage', '105,10')}
Information zur Abrechnung
${line}
Abrechnung 31.08.2023 0,10+
`
    expect(summary(annex('Zinsen für Guthaben 0,10+'))).toEqual([
      'deposit 2023-08-02 5',
      'interest 2023-08-31 0.1',
    ])
    const { transactions, problems } = read(annex('siehe unten'))
    expect(transactions).toEqual([])
    expect(problems[0]?.message).toMatch(/nets interest and fees/)
  })
})
