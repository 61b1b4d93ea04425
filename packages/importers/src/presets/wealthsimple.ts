import type { Preset } from '../csv/preset.ts'

/** Wealthsimple: 'Activities export' as CSV. */
export const wealthsimple: Preset = {
  id: 'wealthsimple',
  name: 'Wealthsimple',
  format: 'csv',
  followsPublishedColumns: true,
  detect: [
    ['transaction_date', 'account_id', 'activity_type', 'activity_sub_type', 'unit_price', 'net_cash_amount'],
  ],
  columns: {
    date: ['transaction_date'],
    settle_date: ['settlement_date'],
    account: ['account_id'],
    account_name: ['account_type'],
    transaction_type: ['activity_type'],
    side: ['activity_sub_type'],
    symbol: ['symbol'],
    name: ['name'],
    currency: ['currency'],
    quantity: ['quantity'],
    price: ['unit_price'],
    fees: ['commission'],
    net: ['net_cash_amount'],
  },
  decimalMark: '.',
  dateOrder: 'ymd',
  securityBy: ['symbol'],
  rules: [
    {
      when: { transaction_type: /^trade$/i, side: /^(buy|drip$|dividend ?reinvestment)/i },
      post: { type: 'trade', side: 'buy' },
    },
    { when: { transaction_type: /^trade$/i, side: /^sell/i }, post: { type: 'trade', side: 'sell' } },
    { when: { transaction_type: /^dividend$/i }, post: { type: 'dividend' } },
    { when: { transaction_type: /^interest/i }, post: { type: 'interest', isCashOnly: true } },
    { when: { transaction_type: /^fee/i }, post: { type: 'fees_cash', isCashOnly: true } },
    { when: { transaction_type: /tax/i }, post: { type: 'tax' } },
    { when: { transaction_type: /^(stock)?split/i }, refuse: 'no_ratio' },
    { when: { transaction_type: /^fx/i }, post: { type: 'fx', half: 'conversion' } },
    { when: { transaction_type: /transfer/i, quantity: /[1-9]/ }, post: { type: 'transfer_in' } },
    {
      when: { transaction_type: /deposit|withdrawal|contribution|spend|money ?movement|transfer|payment/i },
      post: { type: 'deposit' },
    },
    {
      when: { transaction_type: /reimbursement|referral|bonus|cash ?back/i },
      post: { type: 'other_income', isCashOnly: true },
    },
  ],
}
