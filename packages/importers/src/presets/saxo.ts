import type { Preset } from '../csv/preset.ts'

/** Saxo: 'Transactions' as CSV. A trade states quantity and price as text and no fees. */
export const saxo: Preset = {
  id: 'saxo',
  name: 'Saxo Bank',
  format: 'csv',
  detect: [
    ['Trade Date', 'Value Date', 'Type', 'Instrument ISIN', 'Event', 'Amount', 'Conversion Rate'],
    ['Trade Date', 'Value Date', 'Type', 'Instrument ISIN', 'Event', 'Booked Amount', 'Conversion Rate'],
    // Danish calls the event 'Arrangement'.
    ['Handelsdato', 'Type', 'Instrument ISIN', 'Arrangement', 'Bogført beløb', 'Omregningskurs'],
    ['Handelsdato', 'Type', 'Instrument ISIN', 'Hændelse', 'Bogført beløb', 'Omregningskurs'],
    ['Handelsdato', 'Type', 'Instrument ISIN', 'Hendelse', 'Bokført beløp', 'Omregningskurs'],
    ["Date d'opération", 'Type', 'Événement', 'Montant comptabilisé', 'Taux de change'],
  ],
  columns: {
    account: ['Client ID', 'Account ID', 'Kunde-ID', 'Konto-ID', 'ID client', 'ID du client'],
    date: ['Trade Date', 'Handelsdato', "Date d'opération"],
    settle_date: ['Value Date', 'Valørdato', 'Valuteringsdato', 'Date de valeur'],
    category: ['Type'],
    name: ['Instrument'],
    isin: ['Instrument ISIN', "ISIN de l'instrument", 'ISIN instrument'],
    currency: [
      'Instrument currency',
      'Instrument Currency',
      'Instrumentvaluta',
      'Instrument-valuta',
      "Devise de l'instrument",
    ],
    exchange: ['Exchange Description', 'Børsbeskrivelse', 'Description de la bourse'],
    symbol: ['Instrument Symbol', 'Instrumentsymbol', 'Symbole', "Symbole de l'instrument"],
    transaction_type: ['Event', 'Arrangement', 'Hændelse', 'Hendelse', 'Événement'],
    amount: ['Amount', 'Booked Amount', 'Bogført beløb', 'Bokført beløp', 'Montant comptabilisé'],
    reference: ['Order ID', 'Ordre-ID', "ID de l'ordre", "ID d'ordre"],
    fx_rate: ['Conversion Rate', 'Omregningskurs', 'Taux de change'],
  },
  decimalMark: '.',
  dateOrder: 'dmy',
  extract: [
    {
      from: 'transaction_type',
      pattern:
        /^(?<side>\p{L}+) (?<quantity>-?[\d.,' ]+) @ (?<price>[\d.,]+)(?: (?<price_currency>[A-Z]{3}))?$/u,
    },
    { from: 'symbol', pattern: /^(?<symbol>[^:]+):/ },
  ],
  identity: ['reference', 'date', 'transaction_type', 'quantity'],
  feesAreTheRest: true,
  rateMeansAccountCurrency: true,
  rules: [
    {
      when: { side: /^(buy|koop|kauf|achat|acheter|compra|køb|kjøp|köp|acquisto)$/i },
      post: { type: 'trade', side: 'buy' },
    },
    {
      when: { side: /^(sell|verkoop|verkauf|vente|vendre|venta|sælg|salg|selg|sälj|vendita)$/i },
      post: { type: 'trade', side: 'sell' },
    },
    {
      when: {
        transaction_type:
          /(tax|skatt?|steuer|belasting|imp[oô]t|retenue)\b.*(dividend|udbytte|utbytte)|(dividende?n?|udbytte|utbytte)[ -]?(tax|skatt?|steuer|belasting)/i,
      },
      post: { type: 'tax' },
    },
    { when: { transaction_type: /dividend|udbytte|utbytte/i }, post: { type: 'dividend' } },
    { when: { transaction_type: /coupon|kupon/i }, post: { type: 'coupon' } },
    { when: { transaction_type: /interest|rente|zins|int[eé]r[eê]t/i }, post: { type: 'interest' } },
    { when: { transaction_type: /tax|belasting|steuer|skat|imp[oô]t|retenue/i }, post: { type: 'tax' } },
    {
      when: { transaction_type: /fee|kosten|gebühr|commission|charge|gebyr|omkostning|kurtage|frais/i },
      post: { type: 'fees_cash' },
    },
    {
      when: {
        transaction_type:
          /deposit|storting|einzahlung|indbetaling|innbetaling|innskudd|d[eé]p[oô]t d|versement/i,
      },
      post: { type: 'deposit' },
    },
    {
      when: { transaction_type: /withdrawal|opname|auszahlung|udbetaling|hævning|utbetaling|uttak|retrait/i },
      post: { type: 'withdrawal' },
    },
    { when: { transaction_type: /spin.?off/i }, refuse: 'no_parent' },
    { when: { transaction_type: /split/i }, refuse: 'no_ratio' },
    {
      when: { category: /^(cash transfer|kontantoverførsel|kontantoverføring|transfert d['’]espèces)$/i },
      post: { type: 'deposit' },
    },
  ],
}
