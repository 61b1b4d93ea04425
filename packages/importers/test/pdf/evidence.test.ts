import { describe, expect, it } from 'vitest'
import { readStatementLines } from '../../src/pdf/text/read-lines.ts'

const read = (text: string) => readStatementLines(text.trim().split('\n'), { profiles: false })
const messages = (text: string) => read(text).problems.map(({ message }) => message)

const sale = `
Musterbank eG
Wertpapier Abrechnung Verkauf
Nominale Wertpapierbezeichnung ISIN (WKN)
Stück 25 MUSTER WERKE AG DE0007164600 (716460)
Handelstag 01.03.2024
Ausführungskurs 40,00 EUR
Kurswert 1.000,00 EUR
Provision -10,00 EUR
Ausmachender Betrag 990,00 EUR
Den Gegenwert buchen wir mit Valuta 05.03.2024 zu Gunsten des Kontos 1234567890
`

const dividend = `
Beispielbank AG
Dividendengutschrift
ISIN (WKN) US0378331005 (865985)
Nominale 16,00 Stück
Dividende pro Stück 0,50 USD
Ex-Tag 04.02.2021
Brutto USD 8,00
Quellensteuer 15 % USD 1,20
Zwischensumme USD 6,80
Devisenkurs (1,250000) EUR 5,44
Gesamtbetrag zu Ihren Gunsten EUR 5,44
Valuta 01.03.2021
`

describe('a note of which a label is not known', () => {
  it('is read where all labels are known', () => {
    expect(read(sale).transactions).toMatchObject([{ kind: 'sale', date: '2024-03-01', amount: '990' }])
    expect(read(dividend).transactions).toMatchObject([{ kind: 'dividend', amount: '5.44', taxes: '0.96' }])
  })

  it('does not take the day of a letter or the value date for the day of the trade', () => {
    const unknown = sale.replace('Handelstag', 'Wexlabu')
    expect(messages(unknown)).toEqual(['The day of the trade is not stated.'])
    const letter = unknown
      .replace('Valuta 05.03.2024 ', '')
      .replace('Musterbank eG', 'Musterstadt, 04.03.2024')
    expect(messages(letter)).toEqual(['The day of the trade is not stated.'])
  })

  it('does not take the day of payment for the value date where another day is stated', () => {
    const paid = dividend.replace('Valuta', 'Wexlabu').replace('Ex-Tag', 'Zahltag 26.02.2021\nEx-Tag')
    expect(messages(paid)).toEqual(['The day of the payment is not stated.'])
    expect(messages(paid.replace('Wexlabu 01.03', 'Devisenkursdatum 01.03'))).toEqual([])
  })

  it('does not stop at an amount from which taxes are taken off below', () => {
    const note = `
Beispielbank AG
Geschäftsart: Ertrag
Wir haben für Sie am 15.04.2020 unten angeführtes Geschäft abgerechnet:
20 Stk
Titel: US0378331005 MUSTER WERKE
Ertrag: 5,00 EUR
Bruttoertrag: 100,00 EUR
KESt I: -4,81 EUR
Netto: 95,19 EUR
Trolmak: -6,13 EUR
Wexlabu 89,06 EUR
Valuta 15.04.2020
`
    expect(read(note).transactions).toEqual([])
    const known = note.replace('Wexlabu', 'Zu Gunsten Konto 1').replace('Trolmak', 'KESt II')
    expect(read(known).transactions).toMatchObject([{ amount: '89.06', taxes: '10.94' }])
  })

  it('does not book in the currency of the trade what was paid in that of the account', () => {
    const foreign = `
Beispielbank AG
Wertpapierabrechnung: Kauf
ISIN (WKN) US0378331005 (865985)
Stück 10
Schlusstag 01.03.2024
Ausführungskurs 100,00 USD
Kurswert 1.000,00 USD
Fremde Spesen 5,00 USD
Ausmachender Betrag 1.005,00 USD
Umgerechnet EUR 913,64
Provision 9,90 EUR
Zu Ihren Lasten 923,54 EUR
`
    expect(messages(foreign)).toEqual(['The amount is stated in another currency below.'])
  })

  it('does not take the day of the purchase, listed below, for that of a sale', () => {
    const named = sale.replace('Handelstag 01.03.2024', 'Handelstag 01.03.2024 10:58:02')
    const listed = `${named}Berücksichtigte Anschaffungen\nKauf 7436539000 09.02.2024 Stück 25,0000 900,00\n`
    expect(read(listed).transactions).toMatchObject([{ date: '2024-03-01' }])
    expect(messages(listed.replace('Handelstag', 'Zeitangabe'))).toEqual([
      'The day of the trade is not stated.',
    ])
  })

  it('does not take the value date for the day of the trade beside a date that is not known', () => {
    const dated = `${sale}Datum 05.03.2024\n`
    expect(messages(dated.replace('Handelstag', 'Zeitangabe'))).toEqual([
      'The day of the trade is not stated.',
    ])
  })

  it('does not guess whether a cost is a tax or a fee', () => {
    expect(messages(sale.replace('Provision', 'Wexlabu'))).toEqual([
      'Whether a line with an unknown label is a tax or a fee is not certain.',
    ])
    expect(read(sale.replace('Provision', 'Wexlabugebühr')).transactions).toMatchObject([{ fees: '10' }])
    expect(read(sale.replace('Provision', 'Wexlabusteuer')).transactions).toMatchObject([{ taxes: '10' }])
  })

  it('does not book what is left of a gross amount without its tax', () => {
    expect(
      read(dividend.replace('Quellensteuer', 'Wexlabu').replace('Dividende pro Stück', 'Trolmak'))
        .transactions,
    ).toEqual([])
  })

  it('does not take the paying back of a fund for income, because the fund is called so', () => {
    const fund = sale
      .replace('Wertpapier Abrechnung Verkauf', 'Geschäftsart: Wexlabu')
      .replace('MUSTER WERKE AG', 'MUSTER Dividende Fonds')
    expect(read(fund).transactions).toEqual([])
  })

  it('does not take a long number without a price for the quantity', () => {
    const note = sale
      .replace('Stück 25 MUSTER', 'MUSTER')
      .replace('Ausführungskurs 40,00 EUR', 'Anzahl 447335060329')
    expect(read(note).transactions).toEqual([])
  })
})

describe('a statement that states the balance after each entry', () => {
  const rows = (amounts: readonly string[]) => `
Examplebank Kontoauszug
Datum Text Betrag EUR Saldo
${amounts.map((amount, at) => `0${at + 1}.03.2024 Überweisung an Muster ${amount}`).join('\n')}
`
  it('is not read where the balances do not follow from the entries', () => {
    expect(
      read(rows(['-10,00 90,00', '-20,00 70,00', '-5,00 65,00', '-1,00 64,00'])).transactions,
    ).toHaveLength(4)
    const wrong = rows(['-10,00 90,00', '70,00', '-5,00 65,00', '64,00', '-1,00 63,00'])
    expect(messages(wrong)).toEqual(['The balances after the entries do not follow from them.'])
  })
})
