import { describe, expect, it } from 'vitest'
import { readStatementLines } from '../../src/pdf/text/read-lines.ts'

function read(text: string) {
  const { transactions, problems } = readStatementLines(text.trim().split('\n'))
  expect(problems).toEqual([])
  return transactions
}

describe('notes of Consorsbank', () => {
  it('takes a cost in the currency of the trade off before converting, and knows KIST as a tax', () => {
    expect(
      read(`
Consorsbank
ORDERABRECHNUNG
VERKAUF AM 02.03.2016  UM 14:51:46 NEW YORK NR. 158026714.001
Bezeichnung WKN ISIN
SAMPLE INC. 865985 US0378331005
Einheit Umsatz
ST 10,00000
Kurs 100,000000 USD P.ST.
Kurswert USD 1.000,00
SEC-Fee USD 0,03
Umger. zum Dev.-Kurs 1,100000 EUR 909,06
Provision EUR 19,95
KAPST 25,00% EUR 25,00
SOLZ 5,50% EUR 1,37
KIST 9,00% EUR 2,25
Wert 04.03.2016 EUR 860,49
zugunsten Konto-Nr. 0123456789
`),
    ).toMatchObject([{ kind: 'sale', date: '2016-03-02', amount: '860.49', fees: '19.98', taxes: '28.62' }])
  })

  it('reads the nominal value of a coupon, a subscription, tax paid back with a sale, and tax on retained income', () => {
    expect(
      read(`
Cortal Consors
ZINSGUTSCHRIFT
EUR                    5.000,00000          WKN:  A0GLU5
           6,875% MUSTERLAND 06/36
ZINS-/DIVIDENDENSATZ            6,875000  %  SCHLUSSTAG PER 16.03.2015
BRUTTO                                        EUR                343,75
KAPST                                 25,00 % EUR                 85,93
WERT 17.03.2015                               EUR                257,82
ZU GUNSTEN KONTO-NR. 0123 456 789
`),
    ).toMatchObject([{ kind: 'dividend', wkn: 'A0GLU5', shares: '50', amount: '257.82', taxes: '85.93' }])
    expect(
      read(`
Consorsbank
ORDERABRECHNUNG
BEZUG AM 15.01.2021 NR. 123456.001
Bezeichnung WKN ISIN
MUSTER AG NA O.N. 716460 DE0007164600
Einheit Umsatz
ST 132,00000
Preis pro Anteil 1,070000 EUR
Kurswert 141,24 EUR
Provision 4,95 EUR
zulasten Konto-Nr. 0123456789 146,19 EUR
Valuta 19.01.2021
`),
    ).toMatchObject([{ kind: 'purchase', date: '2021-01-15', shares: '132', amount: '146.19', fees: '4.95' }])
    expect(
      read(`
Consorsbank
ORDERABRECHNUNG
VERKAUF AM 06.12.2021 UM 09:02:27 XETRA NR. 111111111.001
Bezeichnung WKN ISIN
MUSTER AG NA O.N. 716460 DE0007164600
Einheit Umsatz
ST 30,00000
Preis pro Anteil 131,800000 EUR
Kurswert 3.954,00 EUR
Grundgebühr 4,95 EUR
zzgl. Kapitalertragsteuer 24,51 EUR
zzgl. Solidaritätszuschlag 1,34 EUR
zugunsten Konto-Nr. 1111111111 3.974,90 EUR
Valuta 08.12.2021
`),
    ).toMatchObject([
      { kind: 'sale', amount: '3949.05', fees: '4.95', taxes: '0' },
      { kind: 'taxRefund', amount: '25.85' },
    ])
    expect(
      read(`
Consorsbank
Ertragsthesaurierung
Wertpapierbezeichnung WKN ISIN
Beispiel World U.ETF A0RPWH IE00B4L5Y983
Bestand
100 Stück
Ausschüttungsgleicher Ertrag pro Stück 0,520000 EUR Schlusstag 31.12.2016
abzgl. Kapitalertragsteuer 13,00 EUR
abzgl. Solidaritätszuschlag 0,72 EUR
Netto zulasten IBAN DE12 1234 1234 1234 1234 12 13,72 EUR
Valuta 02.01.2017
`),
    ).toMatchObject([{ kind: 'taxes', date: '2017-01-02', isin: 'IE00B4L5Y983', amount: '13.72' }])
  })
})

describe('bonds', () => {
  it('reads the nominal value in the rows of Trade Republic, and in coupons of flatex', () => {
    expect(
      read(`
TRADE REPUBLIC BANK GMBH
DATUM 16.01.2024
ZINSZAHLUNG
Zinszahlung mit dem Ex-Tag 14.01.2024.
POSITION NOMINALE ZINSSATZ BETRAG
Musterland 2033 2.000,00 EUR 2,30 % 46,00 EUR
DE000BU2Z007
GESAMT 46,00 EUR
ABRECHNUNG
POSITION BETRAG
Kapitalertragssteuer -11,50 EUR
GESAMT 34,50 EUR
BUCHUNG
VERRECHNUNGSKONTO WERTSTELLUNG BETRAG
DE12345678901234567890 16.01.2024 34,50 EUR
`),
    ).toMatchObject([{ kind: 'dividend', shares: '20', nominal: '2000', amount: '34.5', taxes: '11.5' }])
    expect(
      read(`
flatexDEGIRO Bank AG info@flatex.de
Zinsgutschrift für Wertpapiere
Nr.1234567890              MUSTERLAND 21/31 (DE0001102531/110253)
Nominal         :    2.000,000000    Zinssatz   : 2,300000 %
Zinstermin      :    15.08.2023    Zinsbetrag         :         46,00 EUR
Valuta          :    15.08.2023    *Einbeh. Steuer    :         12,13 EUR
                                   Endbetrag          :         33,87 EUR
`),
    ).toMatchObject([{ kind: 'dividend', shares: '20', amount: '33.87', taxes: '12.13' }])
  })
})

describe('notes of BoursoBank', () => {
  const head = (title: string, security: string) => `
OPERATION DE BOURSE
Boursorama S.A.
${title}
08/01/2024 10 ${security}
14:20:31
`
  it('reads a fund that is sold back, not as a purchase', () => {
    expect(
      read(`${head('RACHAT FCP', 'BEISPIEL COURT TERME')}
Code ISIN : FR0000288946 Valeur liquidative : 2 464,65 EUR
Montant brut Droits de sortie Frais H.T. T.V.A. Montant net au crédit de votre compte
24 646,50 EUR 0,00 EUR 5,00 EUR 1,00 EUR 24 640,50 EUR
`),
    ).toMatchObject([{ kind: 'sale', shares: '10', amount: '24640.5', fees: '6' }])
  })

  it('reads trades abroad with brokerage, in another currency', () => {
    expect(
      read(`${head('VENTE COMPTANT ETR', 'SAMPLE INC')}
Code ISIN : US0378331005 Cours exécuté : 150,00 USD
Montant transaction brut Intérêts total brut Courtages Montant transaction net
1 500,00 USD  0,00 USD 1 500,00 USD 2,16 USD 1 497,84 USD
Cours de change : 1,0800 EUR/USD
Commission Frais divers Montant total des frais
13,89 EUR 0,00 EUR 13,89 EUR
Montant net au crédit de votre compte
1 373,00 EUR
`),
    ).toMatchObject([
      { kind: 'sale', isin: 'US0378331005', amount: '1373', fees: '15.89', grossForeign: '1500' },
    ])
  })

  it('reads lists of income with thousands', () => {
    expect(
      read(`
COUPONS REMBOURSEMENTS : AVRIL 2024
Boursorama S.A.
DETAIL COUPONS
15/04/2024 1 248 BEISPIEL DEV (IE00B1FZS350) 1 040,33 312,09 728,24 728,24
16/04/2024 10,5 SAMPLE SE (FR0000121014) 55,00 9,46 7,04 38,50 38,50
`),
    ).toMatchObject([
      { kind: 'dividend', shares: '1248', amount: '728.24', taxes: '312.09' },
      { kind: 'dividend', shares: '10.5', amount: '38.5', taxes: '16.5' },
    ])
  })
})

describe('a layout that the profile of the bank does not describe', () => {
  it('is read if its words are common', () => {
    expect(
      read(`
Terzo viac info@viac.ch
Interest
Interest credit: interest rate 0.3 %
Amount credited: Value date 31.12.2019 CHF 0.15
`),
    ).toMatchObject([{ kind: 'interest', date: '2019-12-31', currency: 'CHF', amount: '0.15' }])
  })

  it('of onvista: amounts above their labels, also if only some are', () => {
    expect(
      read(`
onvista bank
Wir haben für Sie verkauft
Gattungsbezeichnung ISIN
Muster SE Inhaber-Aktien o.N. DE0007164600
Nominal Kurs
STK 8,000 EUR 136,9800
Handelstag 08.04.2021 Kurswert EUR 1.095,84
Handelszeit 21:20 Orderprovision EUR 10,47-
EUR 2,00-
Handelsplatz Quotrix
Handelsplatzgebühr
Wert Konto-Nr. Betrag zu Ihren Gunsten
12.04.2021 123 EUR 1.083,37
`),
    ).toMatchObject([{ kind: 'sale', date: '2021-04-08', amount: '1083.37', fees: '12.47' }])
  })
})

describe('what was paid', () => {
  const note = (paid: string) => `
Bank Esempio
Transazione di borsa: Acquisto
Data operazione 05.08.2019
SAMPLE ORD ISIN: US0378331005
Quantità Prezzo Importo
15 193 USD 2'895.00
Totale USD 2'895.00
Commissione USD 6.00
${paid} USD 2'901.00
`
  it('is never a total above the costs', () => {
    const { transactions } = readStatementLines(
      note('Altro').replace("2'901.00", "2'999.00").trim().split('\n'),
    )
    expect(transactions).toEqual([])
  })

  it('may have a label that is not known, if quantity, price and costs make it', () => {
    const bought = { kind: 'purchase', shares: '15', amount: '2901', fees: '6' }
    expect(read(note('A suo debito'))).toMatchObject([bought])
    expect(read(note('Dal suo conto'))).toMatchObject([bought])
  })
})

describe('tax notes of comdirect', () => {
  it('charge what the amount after taxes goes below nothing', () => {
    expect(
      read(`
comdirect bank AG
Steuerliche Behandlung: Vorabpauschale vom 02.01.2024
Stk.             100 BEISPIEL WORLD ETF , WKN / ISIN: A0RPWH  / IE00B4L5Y983
Zu Ihren Gunsten vor Steuern:                EUR              0,00
Steuerbemessungsgrundlage                EUR              36,40
Kapitalertragsteuer                EUR              -9,10
Solidaritätszuschlag                EUR              -0,50
abgeführte Steuern                EUR              -9,60
Zu Ihren Lasten nach Steuern:                EUR              -9,60
Die Belastung erfolgt mit Valuta 04.01.2024 auf Konto EUR 11 11111 11
`),
    ).toMatchObject([{ kind: 'taxes', isin: 'IE00B4L5Y983', amount: '9.6' }])
  })

  it('and coupons: the nominal value stands where other notes have the pieces', () => {
    expect(
      read(`
comdirect bank AG
Gutschrift fälliger Wertpapier-Erträge
Zinsgutschrift
Depotbestand                Wertpapier-Bezeichnung                            WKN/ISIN
per  13.02.2016           4,25% Musterland                         A0GLU5
EUR            5.000,000  Anleihe                                      XS0162869076
Zinssatz 4,25 %
Abrechnung Zinsgutschrift
                     Bruttobetrag:                     EUR               212,50
Verrechnung über Konto (IBAN)         Valuta       Zu Ihren Gunsten vor Steuern
DE12 3456 7890 1234 5678 90   EUR     14.02.2016       EUR               212,50
`),
    ).toMatchObject([{ kind: 'dividend', date: '2016-02-14', shares: '50', amount: '212.5' }])
  })
})

describe('payments of Baader Bank and Deutsche Bank', () => {
  it('reads the tax on income that a fund keeps, and the closing of an account', () => {
    expect(
      read(`
Baader Bank Aktiengesellschaft
Ertragsthesaurierung
Nominale ISIN: DE0005933931 WKN: 593393 Thesaurierung brutto
STK 11 Beispiel UCITS ETF EUR  1,90 p.Ant.
Steuerliquidität EUR 5,87
Kapitalertragsteuer EUR 4,63 -
Zu Gunsten Konto 12345004 Valuta: 12.05.2017 EUR 1,24
`),
    ).toMatchObject([{ kind: 'taxRefund', date: '2017-05-12', isin: 'DE0005933931', amount: '1.24' }])
    expect(
      read(`
Baader Bank Aktiengesellschaft
Rechnungsabschluss: EUR
Abschlussbuchung vom 31.12.2025
Habenzinsen 10,00
Kapitalertragsteuer 2,50 -
Gesamtsumme: 7,50
`),
    ).toMatchObject([{ kind: 'interest', date: '2025-12-31', amount: '7.5', taxes: '2.5' }])
  })

  it('reads a savings plan whose price includes a front-end load', () => {
    expect(
      read(`
Deutsche Bank AG
Ihr db AnsparPlan - Abrechnung für den Zeitraum vom 01.01.2024 bis 28.06.2024
Ihre Wertpapiertransaktionen, Geschäftsart Kauf außerbörslich/ Festpreisgeschäft:
Schlusstag Stück Wertpapierkurs Betrag
Belegnummer Valuta
BEISPIEL FONDS I , WKN 847652, Ausgabeaufschlag 5,00%
03.01.2024 0,5000 210,0000 EUR 105,00 EUR
0123456789 05.01.2024
`),
    ).toMatchObject([
      { kind: 'purchase', wkn: '847652', shares: '0.5', amount: '105', gross: '100', fees: '5' },
    ])
  })
})

describe('letters', () => {
  it('with accents of their own are the same words', () => {
    const note = `
Wertpapierabrechnung: Verkauf
ISIN DE0007164600 Stück 10
Ausführungstag 14.06.2023
Kurs 110,00 EUR
Kurswert 1.100,00 EUR
Börsengebühr 1,50 EUR
Gutschrift 1.098,50 EUR
`
    expect(read(note.normalize('NFD'))).toEqual(read(note))
  })
})

describe('notes of Erste Bank', () => {
  it('does not take the way of trading for what was paid', () => {
    const { transactions } = readStatementLines(
      `
ERSTE BANK WERTPAPIERDEPOT lautend auf: Verwahrungsart
Verkauf außerbörslich vom 23.11.2016
LU0303816705 BEISPIEL FDS
Ausführungszeit 20:54:28 Schlusstag: 23.11.2016
Währung/STK Nennwert/Stückzahl Kurs Handelsart Kurswert
STK 331,000 EUR 15,760000 NETTO Inland 5.216,56 EUR
KESt auf Kursgewinne 67,42- EUR
`
        .trim()
        .split('\n'),
    )
    expect(transactions).toEqual([])
  })
})

describe('notes of Scalable Capital and VIAC', () => {
  it('reads taxes as one sum or a line each', () => {
    const note = (taxes: string) => `
Scalable Capital Bank GmbH
Dividende
Kontobewegung
Berechtigtes Wertpapier Sample Inc.
ISIN US0378331005
12.05.2025 15.05.2025 Gutschrift 0,26 USD 10 2,32 EUR
USD / EUR 1,12
${taxes}
Gesamtbetrag 1,73 EUR
`
    const paid = { kind: 'dividend', date: '2025-05-15', shares: '10', amount: '1.73', taxes: '0.59' }
    expect(read(note('Steuern -0,59 EUR'))).toMatchObject([paid])
    expect(read(note('Ausländische Quellensteuer -0,35 EUR\nKapitalertragsteuer -0,24 EUR'))).toMatchObject([
      paid,
    ])
  })

  it('reads Italian', () => {
    expect(
      read(`
Terzo viac info@viac.ch
Operazione di borsa - Acquisto
Ordine: Acquisto
0.027 quote Esempio Canada
ISIN: CH0030849613
Corso: CHF 133.12
Importo CHF 3.59
Importo addebitato: Valuta 08.09.2023 CHF 3.59
`),
    ).toMatchObject([{ kind: 'purchase', date: '2023-09-08', shares: '0.027', amount: '3.59' }])
  })
})
