import type { Preset } from '../csv/preset.ts'

/** Revolut: the statement of an investment account as CSV. */
export const revolut: Preset = {
  id: 'revolut',
  name: 'Revolut',
  format: 'csv',
  detect: [['Date', 'Ticker', 'Type', 'Quantity', 'Price per share', 'Total Amount', 'Currency', 'FX Rate']],
  columns: {
    date: ['Date'],
    symbol: ['Ticker'],
    transaction_type: ['Type'],
    quantity: ['Quantity'],
    price: ['Price per share'],
    net: ['Total Amount'],
    currency: ['Currency'],
  },
  decimalMark: '.',
  dateOrder: 'ymd',
  rules: [
    { when: { transaction_type: /^buy/i }, snapshot: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^sell/i }, snapshot: { type: 'trade', side: 'sell' } },
    { when: { transaction_type: /dividend tax/i }, snapshot: { type: 'tax' } },
    { when: { transaction_type: /^dividend/i }, snapshot: { type: 'dividend' } },
    { when: { transaction_type: /interest/i }, snapshot: { type: 'interest' } },
    { when: { transaction_type: /fee/i }, snapshot: { type: 'fees_cash' } },
    {
      when: { transaction_type: /stock split|reverse split/i },
      snapshot: { type: 'split', addedShares: true },
    },
    { when: { transaction_type: /spin.?off/i }, refuse: 'no_parent' },
    { when: { transaction_type: /merger/i }, snapshot: { type: 'merger', half: 'swap' } },
    {
      when: { transaction_type: /^transfer from revolut/i, quantity: /./ },
      skip: 'moves between companies of Revolut',
    },
    { when: { transaction_type: /^transfer/i }, snapshot: { type: 'transfer_in' } },
    { when: { transaction_type: /top-?up|withdrawal|cash/i }, snapshot: { type: 'deposit' } },
  ],
}
