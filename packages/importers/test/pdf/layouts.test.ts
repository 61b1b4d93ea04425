import { describe, expect, it } from 'vitest'
import { readStatementLines } from '../../src/pdf/text/read-lines.ts'

/** What the generic reader finds, one line for each transaction. */
function read(text: string): string[] {
  const { transactions, problems } = readStatementLines(text.trim().split('\n'), { profiles: false })
  expect(problems).toEqual([])
  return transactions.map(
    ({ kind, date, shares, currency, amount, gross, taxes, fees }) =>
      `${kind} ${date} ${shares ?? '-'} ${currency} ${amount} = ${gross}, taxes ${taxes}, fees ${fees}`,
  )
}

describe('tables of notes', () => {
  it('may have empty cells between gross and net, and the time below its date', () => {
    const note = `
Banque Exemple
ACHAT COMPTANT
Date et heure Quantité Informations sur la valeur
12/04/2024 7 EXEMPLE MONDE ETF
10:12:33
Code ISIN : LU1681043599 Cours exécuté : 447,50 EUR
Montant brut Commission Frais Montant net au débit de votre compte
3 132,50 EUR 15,66 EUR 3 148,16 EUR
`
    expect(read(note)).toEqual(['purchase 2024-04-12 7 EUR 3148.16 = 3132.5, taxes 0, fees 15.66'])
  })

  it('may have a heading of two lines, and end with what is left after taxes', () => {
    const note = `
Beispielbroker
Dividende
Berechtigtes Wertpapier Beispiel Inc. ISIN US0378331005
Buchung Wertstellung Typ Betrag / Stk. Berechtigte Anzahl Gesamt
Wechselkurs
16.09.2024 17.09.2024 Gutschrift 0,50 USD 20 9,09 EUR
USD / EUR 1,1000
Steuern -2,00 EUR
Gesamtbetrag 7,09 EUR
`
    expect(read(note)).toEqual(['dividend 2024-09-17 20 EUR 7.09 = 9.09, taxes 2, fees 0'])
    const own = note.replace('0,50 USD 20 9,09', '0,50 EUR 20 10,00').replace('USD / EUR 1,1000\n', '')
    expect(read(own.replace('7,09', '8,00'))).toEqual(['dividend 2024-09-17 20 EUR 8 = 10, taxes 2, fees 0'])
  })

  it('list partial executions above their sum, and fees whose names only look like a sum', () => {
    const note = `
Beispielbank
Wertpapierkauf
Geschäftstag : 09.07.2024
Beispiel ETF IE00B4L5Y983
Handelszeit Nennwert Zum Kurs von Kurswert
11:03 St. 96 EUR 124,50 EUR 11.952,00
11:03 St. 24 EUR 124,50 EUR 2.988,00
Summe St. 120 EUR 124,50 EUR 14.940,00
Abwicklungsentgelt : EUR 5,80
Gesamtprovision : EUR 59,90
Summe Entgelte : EUR 65,70
Zu Ihren Lasten EUR 15.005,70
`
    expect(read(note)).toEqual(['purchase 2024-07-09 120 EUR 15005.7 = 14940, taxes 0, fees 65.7'])
  })

  it('say when they were made in a sentence', () => {
    const note = `
Banque Exemple SA
Avis de transaction - Achat
Nous avons acheté pour votre compte le 14.03.2024
100 actions nominatives Exemple SA
ISIN CH0012138530
Cours CHF 2.45
Montant brut CHF 245.00
Courtage CHF 9.00
Montant net à votre débit, valeur 16.03.2024 CHF 254.00
`
    expect(read(note)).toEqual(['purchase 2024-03-14 100 CHF 254 = 245, taxes 0, fees 9'])
  })

  it('state the time beside the second of two dates', () => {
    const note = `
Banco Ejemplo
Operación COMPRA
EJEMPLO SA ISIN ES0113900J37
Nº títulos 100
Precio 3,45 EUR
Importe efectivo 345,00 EUR
Importe total cargado 345,00 EUR
03/04/2024 14/04/2024 09:13 Limitada
`
    expect(read(note)).toEqual(['purchase 2024-04-14 100 EUR 345 = 345, taxes 0, fees 0'])
  })
})

describe('values of notes', () => {
  it('may stand above their labels', () => {
    const note = `
Beispielbank
Wir haben für Sie gekauft
Beispiel Corp. Registered Shares US4781601046
Nominal Kurs
STK 8,000 EUR 136,9800
Handelstag 08.04.2024 EUR 1.095,84-
Kurswert
EUR 10,47-
Handelszeit 21:20
Orderentgelt
Wert Betrag zu Ihren Lasten
12.04.2024 EUR 1.106,31
`
    expect(read(note)).toEqual(['purchase 2024-04-08 8 EUR 1106.31 = 1095.84, taxes 0, fees 10.47'])
    expect(() => read(note.replace('EUR 10,47-', 'EUR 10,46-'))).toThrow()
  })

  it('are in pence for the price of a British share', () => {
    const note = `
Contract Note
We have BOUGHT on your behalf
SAMPLE GROUP PLC ORD 10P GB00B03MLX29
Trade date: 03/04/2024 10:15:32
Quantity Price Consideration
250 2,310.50p £5,776.25
Stamp Duty £28.88
Total amount payable £5,805.13
`
    expect(read(note)).toEqual(['purchase 2024-04-03 250 GBP 5805.13 = 5776.25, taxes 28.88, fees 0'])
    expect(() => read(note.replace('2,310.50p', '£2,310.50'))).toThrow()
  })

  it('do not count a tax that another line includes', () => {
    const note = `
Buy Confirmation
Trade Date: 1 Mar 2024
Security: SAMPLE FUND ISIN AU000000VAS1
Quantity 12
Average Price 95.50 AUD
Consideration 1,146.00 AUD
Brokerage 9.50 AUD
GST (included) 0.86 AUD
Net Amount Payable 1,155.50 AUD
`
    expect(read(note)).toEqual(['purchase 2024-03-01 12 AUD 1155.5 = 1146, taxes 0, fees 9.5'])
  })

  it('of a coupon are a part of the nominal value, whatever the tax base below is worth', () => {
    const note = `
Beispielbank
Zinsabrechnung
Nominale ISIN: US698299AW45 WKN: A0GMJZ Zinsertrag
USD 1.000,00 6,70 % 3,35 %
Zahltag: 26.01.2024
Umrechnungskurs: EUR/USD 1,0872000
Bruttobetrag USD 33,50
Zu Gunsten Konto 4406014029 Valuta: 26.01.2024 USD 33,50
Steuerliche Berechnungsgrundlagen
Zinserträge EUR 30,81
`
    expect(read(note)).toEqual(['dividend 2024-01-26 10 USD 33.5 = 33.5, taxes 0, fees 0'])
  })

  it('are in the currency of the account where the note credits it below', () => {
    const note = `
Example Bank
Transaction confirmation
Sell
Trade date: 14-Mar-2024
Security: SAMPLE CORP (US0378331005)
Quantity: 12
Price: 171.20 USD
Gross amount: 2,054.40 USD
Brokerage: -15.00 USD
Net amount: 2,039.40 USD
FX rate USD/CHF: 0.8800
Credited to your account: 1,794.67 CHF
`
    expect(read(note)).toEqual(['sale 2024-03-14 12 CHF 1794.67 = 1807.87, taxes 0, fees 13.2'])
    expect(() => read(note.replace('Credited to your account', 'Worth'))).toThrow()
  })

  it('are converted at a rate that stands before a currency and the amount', () => {
    const note = `
Beispielbank
Transaktionsabrechnung: Kauf
Abschlussdatum 20.12.2024
ISIN LU0188802960
Position Anteile Währung Kurs
Beispiel Japan Index JPY 1.500 JPY 23'000.000
Kurswert JPY 34'500.00
Umsatzabgabe JPY 50.00
Total in Kontowährung zum Kurs von JPY/CHF 0.0080000 CHF 276.40
`
    expect(read(note)).toEqual(['purchase 2024-12-20 1.5 CHF 276.4 = 276, taxes 0.4, fees 0'])
  })
})
