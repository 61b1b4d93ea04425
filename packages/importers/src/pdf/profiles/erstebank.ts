import type { BankProfile } from './profile.ts'

const paper = ['WP-Kenn-Nr.{*}: {isin}{*}', 'WP-Bestand : {shares}{*}', 'Zahltag : {date}{*}']
const brokerjetCosts = [
  '{*}{Fremde Steuer|KESt|KESt I|KESt II|KESt III|Quellensteuer} : {currency} {tax}',
  '{*}{Zahlungsprovision|Devisen Kommission|Devisenkommission|Inkassoprovision|Provision} : {currency} {fee}',
  'Wertpapier : {name} {Dividende|Ausschüttung|Liquidationsbetrag|Zinsen}{*}',
  'Ex-Tag : {ex}{*}',
]
const gross =
  '{*}{Dividende Brutto|Ausschüttung Brutto|Zinsen Brutto|Brutto|Liquidationsbetrag} : {currency} {gross}'

/** Erste Bank and savings banks in Austria, with Brokerjet (ecetra). */
export const erstebank: BankProfile = {
  bank: 'erstebank',
  recognise: [
    ['ecetra central european e finance ag'],
    ['brokerjet'],
    ['erste bank der oesterreichischen sparkassen ag'],
    ['erste bank', 'wertpapierdepot'],
    ['erste bank gruppe'],
    ['wertpapierdepot', 'lautend auf', 'verrechnungskonto valuta endbetrag'],
    ['wertpapierdepot', 'lautend auf', 'verwahrungsart'],
  ],
  dateOrder: { income: ['payDate', 'valueDate'] },
  ignoreLines: ['stk nom'],
  // How a fund is traded: the number beside is gross.
  labels: { information: ['netto inland', 'netto ausland'] },
  values: [
    {
      kinds: ['purchase', 'sale'],
      lines: [
        'Währung/STK Nennwert/Stückzahl {*}',
        'STK {shares} {foreignCurrency} {price} {*} {gross} {currency}',
      ],
    },
  ],
  forms: [
    {
      when: [['wp kenn nr', 'wp bestand', 'devisenkurs']],
      unless: ['storno'],
      kind: 'dividend',
      values: [
        ...paper,
        gross,
        ['{*}Devisenkurs : {rate}', '{*}{Netto|Auszahlungsbetrag} : {currency} {amount}'],
      ],
      optional: brokerjetCosts,
    },
    {
      when: [['wp kenn nr', 'wp bestand', 'zahltag']],
      unless: ['storno', 'devisenkurs'],
      kind: 'dividend',
      values: [...paper, gross, '{*}{Netto|Auszahlungsbetrag} : {currency} {amount}'],
      optional: brokerjetCosts,
    },
    {
      when: [['ertrag je stück', 'beträge in', 'gutschrift']],
      unless: ['storno'],
      kind: 'dividend',
      values: [
        'ISIN: {isin}{*}',
        'Menge/Währung: {shares} STK',
        'Ertrag je Stück {price} {foreignCurrency}',
        'Brutto {currency} {gross}',
        'Gutschrift {amount}',
        '{*} mit Valuta {date}{*}',
      ],
      optional: [
        '{KESt|QESt|Quellensteuer|Ausländische Quellensteuer|Ausl. Quellensteuer}{*} {tax}',
        '{Spesen|Provision|Inkassoprovision}{*} {fee}',
      ],
    },
  ],
}
