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
  // Regulatory fees of a few cents are taken from the proceeds.
  smallFeesAreTheRest: true,
  rules: [
    { when: { transaction_type: /^buy/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^sell/i }, post: { type: 'trade', side: 'sell' } },
    { when: { transaction_type: /dividend tax/i }, post: { type: 'tax' } },
    { when: { transaction_type: /^dividend/i }, post: { type: 'dividend' } },
    { when: { transaction_type: /interest/i }, post: { type: 'interest' } },
    { when: { transaction_type: /fee/i }, post: { type: 'fees_cash' } },
    {
      when: { transaction_type: /stock split|reverse split/i },
      post: { type: 'split', addedShares: true },
    },
    { when: { transaction_type: /spin.?off/i }, refuse: 'no_parent' },
    { when: { transaction_type: /merger/i }, post: { type: 'merger', half: 'swap' } },
    {
      when: { transaction_type: /^transfer from revolut/i, quantity: /./ },
      skip: 'internal',
    },
    { when: { transaction_type: /^transfer/i }, post: { type: 'transfer_in' } },
    { when: { transaction_type: /top-?up|withdrawal|cash/i }, post: { type: 'deposit' } },
  ],
}
