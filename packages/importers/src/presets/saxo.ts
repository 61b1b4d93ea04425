import type { Preset } from '../csv/preset.ts'

/** Saxo: 'Transactions' as CSV. A trade states quantity and price as text and no fees. */
export const saxo: Preset = {
  id: 'saxo',
  name: 'Saxo Bank',
  format: 'csv',
  detect: [
    ['Trade Date', 'Value Date', 'Type', 'Instrument ISIN', 'Event', 'Amount', 'Conversion Rate'],
    ['Trade Date', 'Value Date', 'Type', 'Instrument ISIN', 'Event', 'Booked Amount', 'Conversion Rate'],
  ],
  columns: {
    account: ['Client ID', 'Account ID'],
    date: ['Trade Date'],
    settle_date: ['Value Date'],
    category: ['Type'],
    name: ['Instrument'],
    isin: ['Instrument ISIN'],
    currency: ['Instrument currency', 'Instrument Currency'],
    exchange: ['Exchange Description'],
    symbol: ['Instrument Symbol'],
    transaction_type: ['Event'],
    amount: ['Amount', 'Booked Amount'],
    reference: ['Order ID'],
    fx_rate: ['Conversion Rate'],
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
      when: { side: /^(buy|koop|kauf|achat|compra|køb|acquisto)$/i },
      post: { type: 'trade', side: 'buy' },
    },
    {
      when: { side: /^(sell|verkoop|verkauf|vente|venta|sælg|vendita)$/i },
      post: { type: 'trade', side: 'sell' },
    },
    { when: { transaction_type: /dividend reinvest/i }, post: { type: 'dividend' } },
    { when: { transaction_type: /dividend|dividende/i }, post: { type: 'dividend' } },
    { when: { transaction_type: /coupon/i }, post: { type: 'coupon' } },
    { when: { transaction_type: /interest|rente|zins/i }, post: { type: 'interest' } },
    { when: { transaction_type: /tax|belasting|steuer/i }, post: { type: 'tax' } },
    { when: { transaction_type: /fee|kosten|gebühr|commission|charge/i }, post: { type: 'fees_cash' } },
    { when: { transaction_type: /deposit|storting|einzahlung/i }, post: { type: 'deposit' } },
    { when: { transaction_type: /withdrawal|opname|auszahlung/i }, post: { type: 'withdrawal' } },
    { when: { transaction_type: /spin.?off/i }, refuse: 'no_parent' },
    { when: { transaction_type: /split/i }, refuse: 'no_ratio' },
    { when: { category: /^cash transfer$/i }, post: { type: 'deposit' } },
  ],
}
