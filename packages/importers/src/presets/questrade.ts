import type { Preset } from '../csv/preset.ts'

/** Questrade: 'Activities' as CSV. */
export const questrade: Preset = {
  id: 'questrade',
  name: 'Questrade',
  format: 'csv',
  followsPublishedColumns: true,
  detect: [
    ['Transaction Date', 'Settlement Date', 'Action', 'Symbol', 'Net Amount', 'Account #', 'Activity Type'],
  ],
  columns: {
    date: ['Transaction Date'],
    settle_date: ['Settlement Date'],
    transaction_type: ['Action'],
    symbol: ['Symbol'],
    name: ['Description'],
    quantity: ['Quantity'],
    price: ['Price'],
    fees: ['Commission'],
    net: ['Net Amount'],
    currency: ['Currency'],
    account: ['Account #'],
    category: ['Activity Type'],
  },
  decimalMark: '.',
  dateOrder: 'ymd',
  securityBy: ['symbol'],
  rules: [
    { when: { category: /^trades$/i, transaction_type: /^buy$/i }, post: { type: 'trade', side: 'buy' } },
    { when: { category: /^trades$/i, transaction_type: /^sell$/i }, post: { type: 'trade', side: 'sell' } },
    { when: { category: /^dividend reinvestment$/i }, post: { type: 'trade', side: 'buy' } },
    { when: { category: /^dividends$/i }, post: { type: 'dividend' } },
    { when: { category: /^interest$/i }, post: { type: 'interest', isCashOnly: true } },
    { when: { category: /^fees and rebates$/i }, post: { type: 'fees_cash', isCashOnly: true } },
    { when: { category: /^taxes$/i }, post: { type: 'tax' } },
    { when: { category: /^fx conversion$/i }, post: { type: 'fx', half: 'conversion' } },
    { when: { category: /^transfers$/i, quantity: /[1-9]/ }, post: { type: 'transfer_in' } },
    { when: { category: /^(deposits|withdrawals|transfers)$/i }, post: { type: 'deposit' } },
    { when: { category: /^corporate actions$/i }, refuse: 'not_supported' },
  ],
}
