import type { Preset } from '../csv/preset.ts'

/** finpension: the transactions of a pension portfolio as CSV. Prices and amounts are in Swiss francs. */
export const finpension: Preset = {
  id: 'finpension',
  name: 'finpension',
  format: 'csv',
  detect: [['Date', 'Category', 'Asset Name', 'ISIN', 'Number of Shares', 'Asset Price in CHF', 'Cash Flow']],
  columns: {
    date: ['Date'],
    transaction_type: ['Category'],
    name: ['Asset Name'],
    isin: ['ISIN'],
    quantity: ['Number of Shares'],
    price: ['Asset Price in CHF'],
    net: ['Cash Flow'],
    balance: ['Balance'],
  },
  decimalMark: '.',
  dateOrder: 'ymd',
  currency: 'CHF',
  securityBy: ['isin'],
  instrumentType: 'fund',
  rules: [
    { when: { transaction_type: /^buy$/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^sell$/i }, post: { type: 'trade', side: 'sell' } },
    // The sign of the shares says which.
    { when: { transaction_type: /^portfolio transaction$/i }, post: { type: 'trade' } },
    { when: { transaction_type: /^dividend/i }, post: { type: 'dividend' } },
    { when: { transaction_type: /^interest/i }, post: { type: 'interest' } },
    { when: { transaction_type: /fee/i }, post: { type: 'fees_cash' } },
    { when: { transaction_type: /tax/i }, post: { type: 'tax' } },
    { when: { transaction_type: /^(deposit|transfer)/i }, post: { type: 'deposit' } },
    { when: { transaction_type: /^withdrawal/i }, post: { type: 'withdrawal' } },
  ],
}
