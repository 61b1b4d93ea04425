import { makePdf } from './make-pdf.ts'

type Cell = readonly [x: number, text: string]
type Row = readonly Cell[]

const right = 500

/** Draws rows of text from top to bottom. A cell at `right` ends there; others begin at their place. */
function drawRows(document: PDFKit.PDFDocument, rows: readonly Row[], top = 60): void {
  document.fontSize(9)
  rows.forEach((row, index) => {
    for (const [x, text] of row) {
      const y = top + index * 14
      if (x === right) document.text(text, right - 150, y, { width: 150, align: 'right', lineBreak: false })
      else document.text(text, x, y, { lineBreak: false })
    }
  })
}

const line = (text: string): Row => [[50, text]]
const pair = (label: string, value: string): Row => [
  [50, label],
  [right, value],
]
const statement = (...pages: (readonly Row[])[]) =>
  makePdf(document => {
    pages.forEach((rows, index) => {
      if (index > 0) document.addPage()
      drawRows(document, rows)
    })
  })

/** A position in columns, with its ISIN below. */
const position = ([name, count, price, rate, value]: readonly string[], isin: string): Row[] => [
  [
    [50, name ?? ''],
    [220, count ?? ''],
    [320, price ?? ''],
    ...(rate ? ([[400, rate]] as const) : []),
    [right, value ?? ''],
  ],
  line(`ISIN ${isin} Girosammelverwahrung`),
]

/** Six layouts of invented banks, in the manner of real ones. */
export const inventedStatements = {
  /** German trade note: values below their labels, costs listed one by one. */
  'kauf.pdf': () =>
    statement([
      line('Uferbank AG, Postfach 1200, 20095 Hamburg'),
      line(''),
      line('Wertpapierabrechnung: Kauf'),
      line(''),
      [
        [50, 'Nominale'],
        [150, 'Wertpapierbezeichnung'],
        [350, 'ISIN'],
        [450, 'WKN'],
      ],
      [
        [50, 'Stück 40'],
        [150, 'Nordsee Windkraft AG'],
        [350, 'DE000A9NORD1'],
        [450, 'A9NORD'],
      ],
      pair('Schlusstag/-zeit', '04.03.2026 10:15:22'),
      pair('Ausführungsplatz', 'Xetra'),
      pair('Ausführungskurs', '21,50 EUR'),
      pair('Kurswert', '860,00 EUR'),
      pair('Provision', '9,90 EUR'),
      pair('Börsenplatzgebühr', '1,50 EUR'),
      pair('Endbetrag zu Ihren Lasten', '871,40 EUR'),
      pair('Valuta', '06.03.2026'),
    ]),
  /** English contract note on two pages, the second with terms only. */
  'contract-note.pdf': () =>
    statement(
      [
        line('Calder & Finch Brokers Limited'),
        line('Contract note: Sale'),
        line(''),
        pair('Trade date', '12/03/2026'),
        pair('Settlement date', '14/03/2026'),
        pair('Security', 'Nordsee Windkraft AG'),
        pair('ISIN', 'DE000A9NORD1'),
        pair('Quantity', '15'),
        pair('Price', 'EUR 23.40'),
        pair('Gross amount', 'EUR 351.00'),
        pair('Commission', 'EUR 6.00'),
        pair('Net amount credited to your account', 'EUR 345.00'),
      ],
      [line('General terms of business'), line('Orders are carried out in the best interest of clients.')],
    ),
  /** French note of a purchase. */
  'avis-opere.pdf': () =>
    statement([
      line('Banque Rochette'),
      line("Avis d'opéré : Achat comptant"),
      line(''),
      pair("Date d'exécution", '18/03/2026'),
      pair('Valeur', 'Lac Bleu SA'),
      pair('Code ISIN', 'FR00099LACB1'),
      pair('Quantité', '12'),
      pair('Cours', '48,25 EUR'),
      pair('Montant brut', '579,00 EUR'),
      pair('Courtage', '4,95 EUR'),
      pair('Montant net au débit de votre compte', '583,95 EUR'),
    ]),
  /** German dividend note in a foreign currency, with tax withheld abroad. */
  'dividende.pdf': () =>
    statement([
      line('Uferbank AG, Postfach 1200, 20095 Hamburg'),
      line('Dividendengutschrift'),
      line(''),
      [
        [50, 'Stück 100'],
        [150, 'Prairie Rail Corp.'],
        [350, 'US99PRAIRL14'],
      ],
      pair('Dividende pro Stück', '0,80 USD'),
      pair('Ex-Tag', '10.03.2026'),
      pair('Zahlbarkeitstag', '20.03.2026'),
      pair('Bruttobetrag', '80,00 USD'),
      pair('Devisenkurs EUR/USD', '1,2500'),
      pair('Bruttobetrag', '64,00 EUR'),
      pair('Einbehaltene Quellensteuer 15 %', '9,60 EUR'),
      pair('Ausmachender Betrag', '54,40 EUR'),
      pair('Valuta', '20.03.2026'),
    ]),
  /** Account statement with balances. */
  'kontoauszug.pdf': () =>
    statement([
      line('Uferbank AG'),
      line('Kontoauszug Nr. 3/2026'),
      pair('IBAN', 'DE02 1203 0000 0000 2020 51'),
      line(''),
      [
        [50, 'Buchung'],
        [120, 'Valuta'],
        [190, 'Vorgang'],
        [right, 'Betrag EUR'],
      ],
      [
        [50, '01.03.2026'],
        [190, 'Alter Saldo'],
        [right, '1.000,00 +'],
      ],
      [
        [50, '05.03.2026'],
        [120, '05.03.2026'],
        [190, 'Gutschrift Überweisung'],
        [right, '2.500,00 +'],
      ],
      [
        [50, '31.03.2026'],
        [120, '31.03.2026'],
        [190, 'Depotgebühr'],
        [right, '25,00 -'],
      ],
      [
        [50, '31.03.2026'],
        [190, 'Neuer Saldo'],
        [right, '3.475,00 +'],
      ],
    ]),
  /** Swiss note with apostrophes in numbers. */
  'boersenabrechnung.pdf': () =>
    statement([
      line('Privatbank Falkenau AG, 8001 Zürich'),
      line('Börsenabrechnung - Verkauf'),
      line(''),
      line('Wir haben für Sie am 25.03.2026 verkauft:'),
      [
        [50, '250'],
        [120, 'Helvetia Bahnen N'],
        [350, 'ISIN CH0099000116'],
      ],
      pair('Kurs', 'CHF 88.10'),
      pair('Betrag', "CHF 22'025.00"),
      pair('Kommission', 'CHF 110.15'),
      pair('Eidg. Stempelabgabe', 'CHF 16.50'),
      pair('Zu Ihren Gunsten', "CHF 21'898.35"),
      pair('Valuta', '27.03.2026'),
    ]),
} as const

/** Statements of holdings of invented banks. */
export const inventedHoldings = {
  /** Columns of pieces, price and value; a bond in per cent, a price in another currency, a total. */
  'depotauszug.pdf': () =>
    statement([
      line('Uferbank AG, Postfach 1200, 20095 Hamburg'),
      line('Hamburg, 07.04.2026'),
      line('Depotauszug zum 31.03.2026'),
      [
        [50, 'Wertpapierbezeichnung'],
        [220, 'Bestand'],
        [320, 'Kurs'],
        [400, 'Devisenkurs'],
        [right, 'Kurswert'],
      ],
      ...position(['Nordsee Windkraft AG', '40 Stück', '21,50 EUR', '', '860,00 EUR'], 'DE000A9NORD1'),
      ...position(['Alpen Strom N', '120 Stück', '30,50 CHF', '0,9400', '3.893,62 EUR'], 'CH0012005267'),
      ...position(['Muster Anleihe 2030', '10.000 EUR', '98,40 %', '', '9.840,00 EUR'], 'XS2852999775'),
      pair('Gesamtwert', '14.593,62 EUR'),
    ]),
} as const
