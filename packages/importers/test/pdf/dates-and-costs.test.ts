import { describe, expect, it } from 'vitest'
import { readStatementLines } from '../../src/pdf/text/read-lines.ts'

const read = (text: string, profiles = false) => readStatementLines(text.trim().split('\n'), { profiles })

/** The transactions of a document that is read without a problem. */
function readAll(text: string, profiles = false) {
  const { transactions, problems } = read(text, profiles)
  expect(problems).toEqual([])
  return transactions
}

/** The message of a document that is not read. */
function refuse(text: string): string {
  const { transactions, problems } = read(text)
  expect(transactions).toEqual([])
  return problems[0]?.message ?? ''
}

const dividend = (payable: string) => `
Musterbank eG
Dividendengutschrift
Stück 50 MUSTER WERKE AG DE0007164600 (716460)
${payable} 08.06.2023 Dividende pro Stück 2,00 EUR
Dividendengutschrift 100,00 EUR
Kapitalertragsteuer 25,00- EUR
Ausmachender Betrag 75,00 EUR
Den Betrag buchen wir mit Wertstellung 12.06.2023 zu Gunsten des Kontos 1234567
`

const trade = (lines: string) => `
Musterbank eG
Wertpapierabrechnung: Kauf
Nominale ISIN: DE0007164600 Kurs
STK 10 MUSTER WERKE AG EUR 12,00
${lines}
Kurswert EUR 120,00
Zu Lasten Konto 1234567 Valuta: 07.04.2022 EUR 120,00
`

describe('the date of a note', () => {
  it('is the value date of income that was payable earlier, for banks that are known', () => {
    expect(readAll(dividend('Zahlbarkeitstag'), true)).toMatchObject([
      { kind: 'dividend', date: '2023-06-12' },
    ])
  })

  it('is not certain where the day of payment is another one', () => {
    const differ = 'Value date 2023-06-12 and day of payment 2023-06-08 differ.'
    expect(refuse(dividend('Zahltag'))).toBe(differ)
    expect(refuse(dividend('Zahlbarkeitstag').replace('mit Wertstellung', 'Wertstellung'))).toBe(differ)
    expect(refuse(`${dividend('Zahlbarkeitstag')}Kupon per 08.06.2023`)).toBe(differ)
  })

  it('is the value date of a booking if the income was only due earlier', () => {
    const note = dividend('Zahlbarkeitstag').replace('08.06.2023', '09.06.2023')
    expect(readAll(note)).toMatchObject([{ date: '2023-06-12' }])
    // More than a weekend later it may be either.
    expect(refuse(dividend('Zahlbarkeitstag'))).toBe(
      'Value date 2023-06-12 and day of payment 2023-06-08 differ.',
    )
  })

  it('is that of the execution, which has a time, not that of the order', () => {
    const text = trade('Auftragsdatum: 04.04.2022\nSTK 10 EUR 12,00 Handelsplatz 05.04.2022 16:54:29')
    expect(readAll(text)).toMatchObject([{ date: '2022-04-05', time: '16:54:29' }])
  })

  it('is that of the order if nothing else is stated, unless the order is old', () => {
    expect(readAll(trade('Auftragsdatum: 05.04.2022'))).toMatchObject([{ date: '2022-04-05' }])
    expect(refuse(trade('Auftragsdatum: 05.03.2022'))).toBe('The day of the trade is not stated.')
  })

  it('is not certain where a letter was written before the value date', () => {
    expect(refuse(trade('Datum: 05.04.2022'))).toBe('The day of the trade is not stated.')
  })

  it('is the value date of a security that is paid back', () => {
    const text = trade('Datum: 05.04.2022')
      .replace('Wertpapierabrechnung: Kauf', 'Rückzahlung von Wertpapieren')
      .replace('Lasten', 'Gunsten')
    expect(readAll(text)).toMatchObject([{ kind: 'sale', date: '2022-04-07' }])
  })
})

const taxNote = (title: string) => `
Musterbank AG
Datum: 13.03.2024
Steuerliche Behandlung: ${title} vom 13.03.2024
Stk. 40 MUSTER WERKE AG , WKN / ISIN: 716460 / DE0007164600
Kapitalertragsteuer EUR - 2 5 , 0 0
Solidaritätszuschlag EUR - 1 , 3 7
abgeführte Steuern EUR - 2 6 , 3 7
Die Gutschrift erfolgt mit Valuta 15.03.2024 auf Konto EUR
`

describe('tax notes', () => {
  it('join digits set apart, and are charged although what is left is credited', () => {
    expect(readAll(taxNote('Wertpapierverkauf'))).toMatchObject([
      { kind: 'taxes', date: '2024-03-13', amount: '26.37', shares: '40' },
    ])
  })

  it('of income have no certain date if title and value date differ', () => {
    expect(refuse(taxNote('Dividende'))).toContain('The title names 2024-03-13')
  })

  const withheld = (base: string, credit = '') => `
comdirect bank AG
Steuerliche Behandlung: Ausländische Dividende vom 13.03.2024
Stk. 40 MUSTER WERKE AG , WKN / ISIN: 716460 / DE0007164600
Zu Ihren Gunsten vor Steuern: EUR 85,00
Steuerbemessungsgrundlage EUR ${base}
Kapitalertragsteuer EUR -5,00
${credit}
Solidaritätszuschlag EUR -0,28
abgeführte Steuern EUR -5,28
Zu Ihren Gunsten nach Steuern: EUR 79,72
Die Gutschrift erfolgt mit Valuta 13.03.2024 auf Konto EUR
`

  it('include what was withheld abroad at a usual rate, and are open where it was not found', () => {
    const credit = '(angerechnete ausländische Quellensteuer: EUR 15,00)'
    const amounts = (text: string) => read(text, true).transactions.map(({ amount }) => amount)
    expect(amounts(withheld('100,00', credit))).toEqual(['20.28'])
    expect(amounts(withheld('85,00'))).toEqual(['5.28'])
    // Other additions to the base are no tax, and a credit without its base says that something is missing.
    expect(amounts(withheld('93,17', credit))).toEqual([])
    expect(amounts(withheld('85,00', credit))).toEqual([])
  })

  const supplement = (trade: string) => `
Beispielbank
Effektenabrechnung (Steuerbeilage) 29.05.2020
Wertpapier Muster Werke AG
WKN / ISIN 716460 / DE0007164600
Stück 40
${trade}
Kapitalertragsteuer (KESt): 25,00 EUR
Solidaritätszuschlag auf KESt: 1,37 EUR
Gesamtsumme Steuern 26,37 EUR
Belastung Ihres Kontos 123 mit Wertstellung zum 28. Mai 2020.
`

  it('of a trade are dated like it, those of income when they are charged, not like the letter', () => {
    const sale = supplement('Transaktionstyp Verkauf\nSchlusstag / Handelszeit 26.05.2020 / 20:32:00')
    expect(readAll(sale)).toMatchObject([{ kind: 'taxes', date: '2020-05-26', amount: '26.37' }])
    expect(readAll(supplement('Ex-Tag 20.05.2020'))).toMatchObject([{ kind: 'taxes', date: '2020-05-28' }])
  })

  it('are tax paid back where the kind of the dividend says so', () => {
    const text = `
Beispielstiftung
Dividendenausschüttung
Dividendenart: Rückerstattung Quellensteuer
12.5 Ant Muster Index Fonds
ISIN: DE0007164600
Betrag CHF 3.40
Gutgeschriebener Betrag: Valuta 27.02.2023 CHF 3.40
`
    expect(readAll(text)).toMatchObject([
      { kind: 'taxRefund', date: '2023-02-27', amount: '3.4', shares: '12.5' },
    ])
  })

  it('are settled in another currency at the rate of the amounts before taxes', () => {
    const text = `
Musterbank AG
Steuerliche Behandlung: Wertpapierverkauf vom 06.03.2024
Stk. 10 SAMPLE INC , WKN / ISIN: 865985 / US0378331005
Zu Ihren Gunsten vor Steuern: EUR 1.000,00 USD 1.100,00
Kapitalertragsteuer EUR -100,00
Zu Ihren Gunsten nach Steuern: USD 990,00
Die Gutschrift erfolgt mit Valuta 06.03.2024 auf Konto USD
`
    expect(readAll(text)).toMatchObject([{ kind: 'taxes', currency: 'USD', amount: '110' }])
  })

  it('beside a trade in Austria pay back the tax of earlier gains', () => {
    const text = `
Musterbank Wien
Geschäftsart: Verkauf
Abgang: Stk 20
Titel: DE0007164600 MUSTER WERKE AG
Kurs: 50 EUR
Kurswert: 1.000,00 EUR
KESt: -27,50 EUR
Zu Gunsten IBAN AT12 1234 1234 1234 1234 972,50 EUR
Valuta 17.05.2023
Schlusstag/-zeit: 15.05.2023 09:04:18
Gutschrift aus Verlustausgleich: 27,50 EUR
`
    expect(readAll(text)).toMatchObject([
      { kind: 'sale', date: '2023-05-15', amount: '972.5', taxes: '27.5' },
      { kind: 'taxRefund', date: '2023-05-17', amount: '27.5', taxes: '0' },
    ])
  })
})

describe('amounts of notes', () => {
  it('of bonds: nominal value below its column, price in per cent, accrued interest', () => {
    const text = `
Musterbank AG
Wertpapierabrechnung: Kauf
Schlusstag: 14.11.2023
Nominale ISIN: US0378331005 WKN: 865985 Kurs
EUR 1.000,00 15,00 % 98,00 %
Kurswert EUR 980,00
Stückzinsen für 20 Tage EUR 5,00
Zu Lasten Konto 1234567 Valuta: 16.11.2023 EUR 985,00
`
    expect(readAll(text)).toMatchObject([{ nominal: '1000', shares: '10', gross: '985', amount: '985' }])
  })

  it('with a discount: without fees it lowers gross', () => {
    const text = trade('Schlusstag 05.04.2022')
      .replace('Kurswert EUR 120,00', 'Kurswert EUR 120,00\nRabatt EUR - 5,00')
      .replace('07.04.2022 EUR 120,00', '07.04.2022 EUR 115,00')
    expect(readAll(text)).toMatchObject([{ amount: '115', gross: '115', fees: '0' }])
  })

  it('with a front-end load within the price: it is a fee', () => {
    const text = `${trade('Schlusstag 05.04.2022')}Im Kurswert sind 4,00 % Ausgabeaufschlag enthalten.`
    expect(readAll(text)).toMatchObject([{ amount: '120', gross: '115.38', fees: '4.62' }])
  })

  it('do not take the class of a share, or digits of an account, for a value', () => {
    const text = `
Musterbank AG
Ertragsgutschrift
Muster Index Inhaber-Anteile 1D o.N. DE0007164600
Bestand
100,5 Stück
Ertragsausschüttung je Anteil 0,40 EUR
Brutto 40,20 EUR
Netto zugunsten IBAN DE12 3456 7890 1234 5678 01 40,20 EUR
Valuta 07.03.2024
`
    expect(readAll(text)).toMatchObject([{ shares: '100.5', amount: '40.2' }])
  })

  it('are gross alone where quantity times price confirms it and nothing was taken off', () => {
    const text = `
Beispielverwaltung
Ausschüttung
ISIN DE0007164600
Valuta 13.09.2023
Anzahl Anteile 58
Ertrag pro Anteil CHF 0.09
Ertrag total CHF 5.22
`
    expect(readAll(text)).toMatchObject([{ kind: 'dividend', shares: '58', currency: 'CHF', amount: '5.22' }])
    expect(refuse(`${text}Quellensteuer CHF 1.00`)).toContain('do not add up')
  })

  it('are in the currency of the account where the note only tells what they are worth', () => {
    const text = `
Banque Exemple
Verkauf 25 SAMPLE MINING CORP (US0378331005) für 38,00 USD
Ausführungsdatum und -zeit : 11/09/2023 11:09:35
Bruttobetrag 950,00 USD
Transaktionskosten 30,00 USD
Wechselkurs EUR/USD 1,1500 800,00 EUR
Gutschrift 920,00 USD Valutadatum 13/09/2023
`
    expect(readAll(text)).toMatchObject([{ kind: 'sale', currency: 'USD', amount: '920', fees: '30' }])
  })
})

describe('notes that are not certain', () => {
  it('of the closing of an account with interest and fees', () => {
    const text = `
Musterbank AG
Zinsabschluss
Habenzinsen EUR 4,00
Kontoführungsgebühr EUR 3,00
Gutschrift Valuta 31.12.2023 EUR 1,00
`
    expect(refuse(text)).toContain('The amount is not certain')
  })

  it('of a statement without balances whose entries have two shapes', () => {
    const text = `
Musterbank AG
Kontoauszug 3/2023 Kontowährung EUR
Datum Text Betrag
02.03.2023 Zahlungseingang Erika Beispiel 50,00+
03.03.2023 Kartenzahlung Laden 17
Betrag siehe Anlage
04.03.2023 Überweisung Miete 20,00-
`
    expect(refuse(text)).toContain('This entry is not known: 03.03.2023')
  })
})

describe('profiles', () => {
  it('read labels below the amounts of Consorsbank', () => {
    const text = `
Consorsbank
Dividendengutschrift
Wertpapierbezeichnung WKN ISIN
SAMPLE INC. Registered Shares 865985 US0378331005
Bestand
20 Stück
Dividende pro Stück 1,10 USD Schlusstag 04.06.2025
Brutto in USD 22,00 USD
abzgl. Quellensteuer 15,00 % von 22,00 USD 3,30 USD
18,70 USD
Netto in USD
Devisenkurs 1,100000 USD / EUR
20,00 EUR
Brutto in EUR
3,00 EUR
Quellensteuer in EUR
17,00 EUR
Netto zugunsten IBAN DE55 8372 9637 8318 7806 25
Valuta 26.06.2025
`
    expect(readAll(text, true)).toMatchObject([
      { kind: 'dividend', date: '2025-06-26', shares: '20', currency: 'EUR', amount: '17', taxes: '3' },
    ])
  })

  it('read letters and digits set apart of Commerzbank, with the number of the security below its column', () => {
    const text = `
G e s c h ä f t s t a g : 1 3 . 0 3 . 2 0 2 5 A u s f ü h r u n g s p l a t z : XETRA
W e r t p a p i e r k a u f
W e r t p a p i e r - B e z e i c h n u n g W e r t p a p i e r k e n n n u m m e r
M u s t e r W e r k e I n c . A1B2C3
N e n n w e r t Zum K u r s von
S t . 7 0 EUR 1 4 , 0 0
K u r s w e r t : EUR 9 8 0 , 0 0
S o c k e l b e t r a g : EUR 5 , 0 0
IBAN V a l u t a Zu I h r e n L a s t e n v o r S t e u e r n
DE01 1 1 0 1 0 0 0 0 0 1 1 1 1 1 1 1 0 0 EUR 1 7 . 0 3 . 2 0 2 5 EUR 9 8 5 , 0 0
C O M M E R Z B A N K
Aktiengesellschaft
`
    expect(readAll(text, true)).toMatchObject([
      { kind: 'purchase', date: '2025-03-13', wkn: 'A1B2C3', shares: '70', amount: '985', fees: '5' },
    ])
  })
})
