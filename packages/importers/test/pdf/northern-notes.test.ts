import { describe, expect, it } from 'vitest'
import { readStatementLines } from '../../src/pdf/text/read-lines.ts'
import { findWrong } from './unknown-words.ts'

/** Invented notes, in the manner of banks that no profile knows. */
const notes: readonly (readonly [name: string, expected: object, text: string])[] = [
  [
    'a Dutch purchase',
    { kind: 'purchase', date: '2026-03-12', shares: '20', currency: 'EUR', amount: '910.5', fees: '8.5' },
    `
VOORBEELD BANK
EFFECTENNOTA
Wij hebben voor u gekocht
20 aandelen MUSTER LOGISTIEK NV
ISIN-code: NL001234MU10
Koers: EUR 45,10
Transactiedatum: 12-03-2026 09:45
Valutadatum: 16-03-2026
Effectieve waarde EUR 902,00
Provisie EUR 8,50
Te betalen EUR 910,50
`,
  ],
  [
    'a Dutch dividend',
    { kind: 'dividend', date: '2026-05-20', shares: '80', currency: 'EUR', amount: '68', taxes: '12' },
    `
VOORBEELD BANK
DIVIDENDNOTA
MUSTER LOGISTIEK NV NL001234MU10
Aantal: 80
Dividend per aandeel: EUR 1,00
Ex-dividenddatum: 18-05-2026
Betaaldatum: 20-05-2026
Bruto dividend EUR 80,00
Dividendbelasting 15% EUR 12,00
Netto dividend EUR 68,00
`,
  ],
  [
    'a Polish purchase with blanks between thousands',
    { kind: 'purchase', date: '2026-03-12', shares: '15', currency: 'PLN', amount: '1504.35', fees: '4.35' },
    `
DOM MAKLERSKI PRZYKŁAD
POTWIERDZENIE TRANSAKCJI
Rodzaj transakcji: Kupno
Papier wartościowy: MUSTER SA PLMUSTR00015
Data transakcji: 2026-03-12 09:30:00
Data rozliczenia: 2026-03-16
Liczba: 15
Cena: 100,00 PLN
Wartość: 1 500,00 PLN
Prowizja: 4,35 PLN
Razem do zapłaty: 1 504,35 PLN
`,
  ],
  [
    'a Swedish purchase',
    { kind: 'purchase', date: '2026-03-12', shares: '20', currency: 'SEK', amount: '3081', fees: '39' },
    `
EXEMPELBANKEN
AVRÄKNINGSNOTA
Köp
Värdepapper: MUSTER SKOG B
ISIN: SE000012MU30
Affärsdag: 2026-03-12
Likviddag: 2026-03-16
Antal: 20
Kurs: 152,10 SEK
Belopp: 3 042,00 SEK
Courtage: 39,00 SEK
Att betala: 3 081,00 SEK
`,
  ],
  [
    'a Swiss purchase in German',
    {
      kind: 'purchase',
      date: '2026-03-12',
      shares: '15',
      currency: 'CHF',
      amount: '1533.63',
      taxes: '1.13',
      fees: '30',
    },
    `
Musterkantonalbank
Börsenabrechnung - Kauf
Wir haben für Sie am 12.03.2026 an der SIX Swiss Exchange gekauft:
Namenaktien Muster Holding AG
Valor 1234567 ISIN CH001234MU19
Anzahl 15
Kurs CHF 100.1667
Betrag CHF 1'502.50
Courtage CHF 30.00
Eidgenössische Umsatzabgabe CHF 1.13
Zu Ihren Lasten Valuta 16.03.2026 CHF 1'533.63
`,
  ],
  [
    'a Swiss dividend',
    { kind: 'dividend', date: '2026-05-20', shares: '60', currency: 'CHF', amount: '117', taxes: '63' },
    `
Musterkantonalbank
Dividendenzahlung
Namenaktien Muster Holding AG
ISIN CH001234MU19 Valor 1234567
Anzahl 60 Dividende CHF 3.00
Ex-Datum 18.05.2026
Bruttoertrag CHF 180.00
35% Verrechnungssteuer CHF -63.00
Gutschrift Valuta 20.05.2026 CHF 117.00
`,
  ],
  [
    'a purchase in euro signs',
    { kind: 'purchase', date: '2026-03-12', shares: '7.5', currency: 'EUR', amount: '751', fees: '1' },
    `
Neobroker Muster GmbH
Wertpapierabrechnung
Kauf
Muster Global UCITS ETF
ISIN: IE00B4MUST17 WKN: A1MUS1
Ausführung: 12.03.2026, 09:14:22 Uhr
Valuta: 16.03.2026
Ausführungsplatz: Tradegate
Anzahl: 7,5 Stück
Kurs: 100,00 €
Kurswert: 750,00 €
Fremdkosten: 1,00 €
Gesamtbetrag: 751,00 €
`,
  ],
  [
    'a sale less taxes',
    {
      kind: 'sale',
      date: '2026-03-12',
      shares: '30',
      currency: 'EUR',
      amount: '2909.36',
      taxes: '79.14',
      fees: '11.5',
    },
    `
Volksbank Musterstadt eG
Wertpapier Abrechnung Verkauf
Nominale Wertpapierbezeichnung ISIN (WKN)
Stück 30 MUSTER WERKE AG DE000A1MUS11 (A1MUS1)
Handels-/Ausführungsplatz Xetra
Schlusstag/-Zeit 12.03.2026 13:05:17
Ausführungskurs 100,00 EUR
Kurswert 3.000,00 EUR
Provision 11,50- EUR
Kapitalertragsteuer 25 % 75,02- EUR
Solidaritätszuschlag 5,5 % auf 75,02 EUR 4,12- EUR
Ausmachender Betrag 2.909,36 EUR
Den Gegenwert buchen wir mit Valuta 16.03.2026
`,
  ],
  [
    'a sale of crypto',
    { kind: 'sale', date: '2026-03-12', shares: '0.5', currency: 'EUR', amount: '985', fees: '15' },
    `
Muster Krypto AG
Verkaufsabrechnung
Kryptowährung: Ether (ETH)
Ausführungszeitpunkt: 12.03.2026 18:20:11
Menge: 0,5 ETH
Kurs: 2.000,00 EUR
Verkaufswert: 1.000,00 EUR
Gebühr: 15,00 EUR
Auszahlungsbetrag: 985,00 EUR
`,
  ],
  [
    'a fund whose amount is called nothing but that',
    { kind: 'purchase', date: '2026-03-12', shares: '2.381', currency: 'EUR', amount: '250', fees: '0' },
    `
Muster Fondsservice GmbH
Abrechnung Fondskauf
Depotnummer 1234567
Fondsname: Muster Aktien Global
ISIN: LU012345MU14
Auftragsart: Kauf aus Sparplan
Preisdatum 12.03.2026
Anteilspreis 105,00 EUR
Anteile 2,381
Betrag 250,00 EUR
Wertstellung 16.03.2026
`,
  ],
  [
    'a coupon of a bond',
    { kind: 'dividend', date: '2026-05-20', shares: '50', currency: 'EUR', amount: '92.03', taxes: '32.97' },
    `
Sparkasse Musterland
Zinsgutschrift
Nennbetrag EUR 5.000,00
2,5 % Muster Finance Anleihe 2031
ISIN DE000A1MUS11
Zinssatz 2,5 %
Zinstermin 20.05.2026
Bruttobetrag 125,00 EUR
Kapitalertragsteuer 31,25- EUR
Solidaritätszuschlag 1,72- EUR
Gutschrift Wertstellung 20.05.2026 92,03 EUR
`,
  ],
  [
    'a sale with negative taxes and fees',
    {
      kind: 'sale',
      date: '2026-03-12',
      shares: '50',
      currency: 'EUR',
      amount: '2614.11',
      taxes: '131.89',
      fees: '4',
    },
    `
Musterbroker
Abrechnung Verkauf
Muster Werke AG
WKN A1MUS1 / ISIN DE000A1MUS11
Stück: 50
Ausführungskurs: 55,00 EUR
Ausführungszeitpunkt: 12.03.2026 11:11:11
Kurswert: 2.750,00 EUR
Ordergebühr: -4,00 EUR
Kapitalertragsteuer: -125,01 EUR
Solidaritätszuschlag: -6,88 EUR
Gutschrift: 2.614,11 EUR
Valuta: 16.03.2026
`,
  ],
  [
    'an Austrian purchase',
    { kind: 'purchase', date: '2026-03-12', shares: '40', currency: 'EUR', amount: '1016.95', fees: '16.95' },
    `
Muster Bank Österreich AG
Abrechnung Kauf
Geschäftsart: Kauf
Auftrag vom 11.03.2026
Titel: AT000012MU17 Muster Stahl AG Inhaberaktien
Zugang: 40 Stk
Kurs: 25,00 EUR
Handelszeit: 12.03.2026 um 11:00:00 Uhr
Kurswert: -1.000,00 EUR
Grundgebühr: -4,95 EUR
Fremde Börsespesen: -12,00 EUR
Zu Lasten IBAN AT00 -1.016,95 EUR
Valuta: 16.03.2026
`,
  ],
  [
    'a savings plan',
    { kind: 'purchase', date: '2026-03-12', shares: '0.5', currency: 'EUR', amount: '50', fees: '0.75' },
    `
Musterdirekt AG
Sparplanabrechnung
Sparplanausführung
Muster Global UCITS ETF
ISIN IE00B4MUST17
Ausführungstag 12.03.2026
Anteile 0,500
Kurs 98,50 EUR
Kurswert 49,25 EUR
Sparplangebühr 0,75 EUR
Zu Lasten Verrechnungskonto 50,00 EUR
`,
  ],
  [
    'a management fee with its tax',
    { kind: 'fee', date: '2026-03-31', currency: 'EUR', amount: '11.9' },
    `
Musterverwaltung AG
Gebührenabrechnung
Verwaltungsgebühr 1. Quartal 2026
Gebühr 10,00 EUR
Umsatzsteuer 19 % 1,90 EUR
Gesamtbetrag 11,90 EUR
Belastung mit Valuta 31.03.2026
`,
  ],
  [
    'an advance lump sum',
    { kind: 'taxes', date: '2026-01-05', currency: 'EUR', amount: '3.17' },
    `
Musterdirekt AG
Vorabpauschale Investmentfonds
Muster Global UCITS ETF IE00B4MUST17
Stück 25
Zahlungstag 05.01.2026
Vorabpauschale 17,15 EUR
Kapitalertragsteuer 3,00 EUR
Solidaritätszuschlag 0,17 EUR
Belastung 3,17 EUR
`,
  ],
  [
    'interest of a deposit account',
    { kind: 'interest', date: '2026-03-31', currency: 'EUR', amount: '9.2', taxes: '3.3' },
    `
Direktbank Muster
Zinsabrechnung Tagesgeldkonto
Zeitraum 01.01.2026 - 31.03.2026
Zinsen 12,50 EUR
Kapitalertragsteuer -3,13 EUR
Solidaritätszuschlag -0,17 EUR
Gutschrift mit Wertstellung 31.03.2026 9,20 EUR
`,
  ],
  [
    'a Polish purchase in złoty signs',
    { kind: 'purchase', date: '2026-03-12', shares: '15', currency: 'PLN', amount: '1504.35', fees: '4.35' },
    `
DOM MAKLERSKI PRZYKLAD S.A.
Potwierdzenie zawarcia transakcji
Rodzaj transakcji: Kupno
Papier wartościowy: MUSTER SA
ISIN: PLMUSTR00015
Data transakcji: 12.03.2026 10:15:00
Data rozliczenia: 16.03.2026
Ilość: 15 szt.
Cena: 100,00 zł
Wartość transakcji: 1 500,00 zł
Prowizja: 4,35 zł
Kwota rozliczenia: 1 504,35 zł
`,
  ],
  [
    'a Czech purchase',
    { kind: 'purchase', date: '2026-03-12', shares: '10', currency: 'CZK', amount: '8036', fees: '36' },
    `
Ukázková banka a.s.
Konfirmace obchodu
Typ obchodu: Nákup
Název: MUSTER A.S.
ISIN: CZ0005112300
Datum obchodu: 12.03.2026
Datum vypořádání: 16.03.2026
Počet kusů: 10
Cena za kus: 800,00 Kč
Objem obchodu: 8 000,00 Kč
Poplatek: 36,00 Kč
Celkem: 8 036,00 Kč
`,
  ],
  [
    'a Swedish sale in crowns that are named once',
    { kind: 'sale', date: '2026-03-12', shares: '20', currency: 'SEK', amount: '3003', fees: '39' },
    `
Exempelbanken AB
Avräkningsnota
Sälj
Värdepapper: MUSTER SKOG B
ISIN: SE000012MU30
Affärsdag: 2026-03-12
Likviddag: 2026-03-16
Antal: 20
Kurs: 152,10 kr
Belopp: 3 042,00 kr
Courtage: 39,00 kr
Att erhålla: 3 003,00 kr
Belopp i SEK
`,
  ],
  [
    'a Danish dividend',
    { kind: 'dividend', date: '2026-03-20', shares: '100', currency: 'DKK', amount: '365', taxes: '135' },
    `
Eksempelbank A/S
Udbytte
Papir: MUSTER VIND A/S
ISIN: DK0012MU3454
Antal: 100
Udbytte pr. aktie: 5,00 DKK
Bruttoudbytte: 500,00 DKK
Udbytteskat 27%: 135,00 DKK
Til disposition: 365,00 DKK
Valørdato: 20-03-2026
`,
  ],
  [
    'a Finnish purchase',
    { kind: 'purchase', date: '2026-03-12', shares: '20', currency: 'EUR', amount: '205', fees: '5' },
    `
Esimerkkipankki
Kauppavahvistus
Osto
Arvopaperi: MUSTER OYJ
ISIN: FI0009005961
Kauppapäivä: 12.03.2026
Selvityspäivä: 16.03.2026
Määrä: 20
Hinta: 10,00 EUR
Kauppahinta: 200,00 EUR
Välityspalkkio: 5,00 EUR
Yhteensä: 205,00 EUR
`,
  ],
  [
    'a fee whose debit is announced',
    { kind: 'fee', date: '2026-04-05', currency: 'EUR', amount: '11.9' },
    `
Robo Muster GmbH
Gebührenabrechnung 1. Quartal 2026
Vermögensverwaltungsgebühr netto 10,00 EUR
Umsatzsteuer 19 % 1,90 EUR
Gesamtbetrag 11,90 EUR
Die Belastung erfolgt am 05.04.2026
`,
  ],
  [
    'a bond with accrued interest',
    { kind: 'purchase', date: '2026-03-12', shares: '50', currency: 'EUR', amount: '4949.64', fees: '12.31' },
    `
Muster Sparkasse
Wertpapierabrechnung Kauf
Nominal EUR 5.000,00 Muster Anleihe 2030 DE0007164600
Ausführungskurs 98,50 %
Ausführungstag 12.03.2026
Kurswert EUR 4.925,00
Stückzinsen 30 Tage EUR 12,33
Provision EUR 12,31
Ausmachender Betrag EUR 4.949,64
Wert 16.03.2026
`,
  ],
]

describe('notes in German, Dutch, Polish, Czech, Finnish and Nordic languages', () => {
  it.each(notes)('read %s', (_, expected, text) => {
    const { transactions, problems } = readStatementLines(text.trim().split('\n'), { profiles: false })
    expect(problems).toEqual([])
    expect(transactions).toMatchObject([expected])
  })

  it.each(notes)('are right or a problem with unknown words or another layout: %s', (...note) => {
    expect(findWrong(note)).toEqual([])
  })
})
