import type { Preset } from '../csv/preset.ts'

/** BUX: the transactions as CSV. Fees are rows of their own. */
export const bux: Preset = {
  id: 'bux',
  name: 'BUX',
  format: 'csv',
  detect: [
    ['Transaction Time (CET)', 'Transaction Category', 'Transaction Type', 'Transaction Amount', 'Asset Id'],
  ],
  columns: {
    date: ['Transaction Time (CET)'],
    category: ['Transaction Category'],
    transaction_type: ['Transaction Type'],
    side: ['Transfer Type'],
    net: ['Transaction Amount'],
    currency: ['Transaction Currency'],
    isin: ['Asset Id'],
    name: ['Asset Name'],
    quantity: ['Asset Quantity'],
    price: ['Asset Price'],
    price_currency: ['Asset Currency'],
    note: ['Transaction Description'],
  },
  decimalMark: '.',
  dateOrder: 'ymd',
  securityBy: ['isin'],
  rules: [
    { when: { transaction_type: /^buy/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^sell/i }, post: { type: 'trade', side: 'sell' } },
    { when: { category: /^fees/i, isin: /./ }, post: { type: 'fees' } },
    { when: { category: /^fees/i }, post: { type: 'fees_cash' } },
    { when: { category: /^dividends/i }, post: { type: 'dividend' } },
    { when: { category: /^interest/i }, post: { type: 'interest' } },
    { when: { category: /^deposits/i }, post: { type: 'deposit', side: 'in' } },
    { when: { category: /^withdrawals/i }, post: { type: 'withdrawal', side: 'out' } },
    {
      when: { category: /^corporate/i, note: /split/i, side: /redeem/i },
      post: { type: 'split', half: 'split', side: 'out' },
    },
    {
      when: { category: /^corporate/i, note: /split/i, side: /deposit/i },
      post: { type: 'split', half: 'split', side: 'in' },
    },
    { when: { category: /^corporate/i }, refuse: 'not_supported' },
    { when: { category: /^others/i, side: /^cash/i }, post: { type: 'other_income' } },
  ],
}
