import type { BankProfile, RowRule } from './profile.ts'

const entries: Pick<RowRule, 'kind' | 'kindByText'> = {
  kind: 'deposit',
  kindByText: [
    { words: ['^preis ', '^kontofuhrung', '^jahresgebuhr', '^gebuhr', '^kontogebuhr'], kind: 'fee' },
    { words: ['^zinsabschluss', '^habenzins', '^sollzins'], rejected: 'other-document' },
    { words: ['e trading', 'wertschrift', 'fondskauf'], rejected: 'other-document' },
    {
      words: [
        'auf konto',
        'a uf k onto',
        'an konto',
        'kauf dienstleistung',
        'kauf online',
        'kauf/dienstleistung',
        '^bargeldbezug',
        '^lastschrift',
        '^e finance',
        '^esr',
        '^dauerauftrag',
        'geld senden',
        '^kauf',
        '^uberweisung auf',
        '^giro auf',
        '^belastung',
        '^bancomat',
        '^zahlung',
      ],
      kind: 'removal',
    },
    {
      words: [
        'aus konto',
        'a us k onto',
        'von konto',
        '^gutschrift',
        '^einzahlung',
        '^giro aus',
        'geld empfangen',
        '^lohn',
      ],
      kind: 'deposit',
    },
    { words: [''], isByWords: true },
  ],
}

const trade = {
  kindByText: [
    { words: ['rücknahme', 'verkauf'], kind: 'sale' },
    { words: ['zeichnung', 'kauf', 'ausgabe'] },
    { words: [''], isUnknown: true },
  ],
} as const
const paid = 'Der Totalbetrag von {currency} {amount} wurde Ihrem Konto {*} mit Valuta {value} {*}'
const rate = 'Total in Kontowährung zum Kurs von {word} {rate} {*}'

/** PostFinance: accounts, funds, crypto, e-trading. Blanks group thousands, except in e-trading. */
export const postfinance: BankProfile = {
  bank: 'postfinance',
  recognise: [['postfinance ag']],
  notation: { mark: '.', hasBlankGroups: true },
  // Notes are dated on the day of the trade.
  dateOrder: { trade: ['tradeDate', 'orderDate', 'documentDate', 'valueDate'] },
  forms: [
    {
      when: [['transaktionsabrechnung', 'kurswert in handelswährung']],
      unless: ['storno'],
      kind: 'purchase',
      ...trade,
      values: [
        'Transaktionsabrechnung: {text} Seite: {*}',
        '{*}Datum: {date}{*}',
        ['Position Anteile {*}', '{name} {shares} {foreignCurrency} {price}'],
        'ISIN {isin}',
        'Kurswert in Handelswährung {currency} {gross}',
        paid,
      ],
      optional: [
        rate,
        '{Umsatzabgabe|Eidg. Umsatzabgabe} {currency} {tax}',
        '{Kommission|Courtage|Handelsgebühr|Ausgabekommission} {currency} {fee}',
      ],
    },
    {
      when: [['krypto', 'kurswert in handelswährung']],
      unless: ['storno'],
      kind: 'purchase',
      ...trade,
      values: [
        'Transaktion: {text} Seite: {*}',
        '{*}wie folgt am {date} ausgeführt{*}',
        ['Position Anzahl {*}', '{name} {ticker} {shares} {foreignCurrency} {price}'],
        'Kurswert in Handelswährung {currency} {gross}',
        paid,
      ],
      optional: [rate, 'Handelsgebühr {currency} {fee}'],
    },
    {
      when: [['gebührenbelastung', 'der totalbetrag von']],
      kind: 'fee',
      values: ['Der Totalbetrag von {currency} {amount} wurde Ihrem Konto {*} mit Valuta {date} belastet{*}'],
    },
    {
      when: [
        ['jahresgebühr unsere referenz'],
        ['depotgebühr unsere referenz'],
        ['depotgebühren unsere referenz'],
      ],
      kind: 'fee',
      values: ['Valutadatum {date}', '{Betrag belastet|Total belastet} {currency} {amount}'],
    },
    {
      when: [['zahlungsverkehr gutschrift'], ['zahlungsverkehr belastung']],
      kind: { credit: 'deposit', debit: 'removal' },
      values: ['Zahlungsverkehr - {sign} {*}', 'Valutadatum {date}', 'Total {currency} {amount}'],
    },
  ],
  tables: [
    {
      when: [['zinsabschluss', 'habenzins', 'nettozins']],
      context: ['IBAN {*} {currency}'],
      rows: [
        { lines: ['{value} {–|-} {date} {n}% {amount}'], kind: 'interest' },
        { lines: ['Verrechnungssteuer {*} {amount}'], kind: 'taxes' },
      ],
    },
    {
      when: [['kontoauszug', 'gutschrift lastschrift valuta saldo']],
      context: ['IBAN {*} {currency}'],
      entry: '{value} {text} {amount} {date} {*}',
      rows: [
        { lines: ['{value} ÜBERTRAG {amount} {date} {balance}', '{text}'], ...entries },
        { lines: ['{value} {text} {amount} {date} {*}'], ...entries },
        { lines: ['{text} {amount} {date} {balance}'], ...entries },
      ],
    },
  ],
}
