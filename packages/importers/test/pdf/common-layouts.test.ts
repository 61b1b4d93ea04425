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

describe('a note with several orders', () => {
  const order = (number: string, name: string, isin: string) => `
Nr.${number}/1 Verkauf ${name}
(${isin})
Ordervolumen : 10,00 St. Handelsplatz : Beispielbörse
Kurs : 30,0000 EUR Kurswert : 300,00 EUR
Provision : 5,00 EUR
Schlusstag : 27.01.2026, 15:36 Uhr
Valuta : 29.01.2026 Endbetrag : 295,00 EUR`

  it('is read order by order, each by its own line', () => {
    const text = `
Beispielbank
Sammelabrechnung (Wertpapierkauf/-verkauf)${order('11', 'MUSTER WERKE', 'DE0007164600')}${order('12', 'BEISPIEL INC.', 'US0378331005')}
`
    expect(readAll(text)).toMatchObject([
      { kind: 'sale', isin: 'DE0007164600', amount: '295', fees: '5' },
      { kind: 'sale', isin: 'US0378331005', amount: '295', fees: '5' },
    ])
  })
})

describe('interest and taxes of a note', () => {
  it('take the interest beside the price of a bond as accrued, also in its currency', () => {
    const text = `
Beispielbank
Wertpapierabrechnung Kauf
Nr.12/1 Kauf MUSTER 21/51 (DE0007164600/716460)
Ausgeführt : 2.000,000000 USD Kurswert : 1.160,00 EUR
Kurs : 63,800000 % Provision : 5,90 EUR
Devisenkurs : 1,100000
Zinsbetrag : 3,31 EUR
Handelstag 18.12.2023
Endbetrag : -1.169,21 EUR
`
    expect(readAll(text)).toMatchObject([
      { kind: 'purchase', shares: '20', amount: '1169.21', gross: '1163.31', fees: '5.9' },
    ])
  })

  const sale = (parts: string) => `
Beispielbank
Verkauf
Nominal/Stück Muster Fonds
ST 10 ISIN DE0007164600
Kurs 20,00 EUR Kurswert 200,00 EUR
Handelstag/-zeit 15.09.2014
Ausmachender Betrag vor Steuer(n) 200,00 EUR
Kapitalertragsteuer -20,00 EUR
${parts}
`

  it('take taxes off an amount before taxes if they add up to their sum', () => {
    expect(readAll(sale('Solidaritätszuschlag -1,10 EUR\nSteuerbetrag -21,10 EUR'))).toMatchObject([
      { kind: 'sale', amount: '178.9', gross: '200', taxes: '21.1' },
    ])
    expect(read(sale('Steuerbetrag -21,10 EUR')).transactions).toEqual([])
  })
})

describe('a date without a label', () => {
  const fund = (row: string) => `
Beispielbank
SOUSCRIPTION SICAV
le 28/02/2024
Date Quantité Informations sur la valeur
Référence : 331075868483
${row}
Code ISIN : DE0007164600 Valeur liquidative : 100,00 EUR
Montant brut Droits d'entrée Montant net au débit de votre compte
200,00 EUR 0,00 EUR 200,00 EUR
`

  it('counts if it is the only one below the heading of its column', () => {
    expect(readAll(fund('27/02/2024 2,00 MUSTER FONDS'))).toMatchObject([{ date: '2024-02-27', shares: '2' }])
    const { problems } = read(fund('27/02/2024 2,00 MUSTER FONDS\n26/02/2024 Réf. 5'))
    expect(problems[0]?.message).toBe('The date is missing.')
  })
})

describe('a list of income', () => {
  const list = (total: string) => `
Beispielbank
COUPONS REMBOURSEMENTS : MAI 2026
le 29/05/2026
coupon Quantité Nom de la valeur (code) EUR EUR EUR EUR
04/05/2026 73 MUSTER WERKE (DE0007164600) 91,25 91,25 91,25
06/05/2026 10 BEISPIEL INC (US0378331005) 20,00 5,00 15,00 15,00
TOTAL EUR 5,00 106,25 ${total}
`

  it('is read line by line if the lines add up to the total', () => {
    expect(readAll(list('106,25'))).toMatchObject([
      {
        kind: 'dividend',
        date: '2026-05-04',
        isin: 'DE0007164600',
        shares: '73',
        amount: '91.25',
        taxes: '0',
      },
      { kind: 'dividend', date: '2026-05-06', isin: 'US0378331005', shares: '10', amount: '15', taxes: '5' },
    ])
    expect(read(list('107,25')).transactions).toEqual([])
  })
})

describe('amounts that are stated twice', () => {
  const dividend = (lines: string) => `
Beispielbank
Dividende
Bezeichnung Anzahl
MUSTER ORD ISIN: US0378331005 100
Valutadatum 03.03.2025
Anzahl 100
Dividende pro Aktie USD 0.50
${lines}
Wechselkurs USD / CHF : 0.90000
`

  it('count in the currency of the account, not in that of reference', () => {
    const columns = `Bezeichnung Währung Referenzwährung
Betrag USD 50.00 CHF 45.00
Quellensteuer 15.00% (US) USD 7.50 CHF 6.75
Total USD 42.50 CHF 38.25`
    expect(readAll(dividend(columns))).toMatchObject([{ currency: 'USD', amount: '42.5', taxes: '7.5' }])
  })

  it('leave a note certain if only a tax is repeated in another currency', () => {
    const note = (repeated: string) => `Betrag USD 50.00
Quellensteuer 15.00% (US) USD 7.50
Total USD 42.50
Steuerrückbehalt zur Rückforderung ${repeated}`
    expect(readAll(dividend(note('CHF 6.75')))).toMatchObject([{ currency: 'USD', amount: '42.5' }])
    expect(read(dividend(note('CHF 38.25'))).transactions).toEqual([])
  })
})

describe('notes that are more than their title says', () => {
  it('read a security that leaves against money as paid back', () => {
    const text = `
Beispielbank
Ausbuchung:
Gattungsbezeichnung ISIN
Muster Werke AG DE0007164600
Nominal Ex-Tag
STK 10,000 01.09.2021
Barausgleich:
Abfindung zu:
EUR 20,000000
Barausgleich EUR 200,00
Kapitalertragsteuer EUR 50,00-
Wert Konto-Nr. Betrag zu Ihren Gunsten
09.09.2021 249854042 EUR 150,00
`
    expect(readAll(text)).toMatchObject([
      { kind: 'sale', date: '2021-09-09', shares: '10', amount: '150', taxes: '50' },
    ])
  })

  it('take a commission that is passed on to the client off the fees', () => {
    const text = (passed: string) => `
Beispielbank
Abrechnung: Kauf von Wertpapieren
WKN 716460 Nominal ST 2
ISIN DE0007164600 Kurs EUR 50,00
Schlusstag/-zeit MEZ 20.08.2021 / 09:04
Kurswert EUR 100,00
Provision EUR 1,25
Ausgekehrte Zuwendungen, die die Bank erhält EUR ${passed}
Buchung auf Kontonummer 123 mit Wertstellung 24.08.2021 EUR 100,00
`
    expect(readAll(text('-1,25'))).toMatchObject([{ amount: '100', fees: '0' }])
    expect(read(text('-1,00')).transactions).toEqual([])
  })
})
