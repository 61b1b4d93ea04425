import type { Preset } from '../csv/preset.ts'

/**
 * Wealthfolio: activities as CSV, after the column list in its documentation; no public sample was found. Cash rows have
 * a symbol of their own ('$CASH-USD') and state their amount as amount or as price of one unit.
 */
export const wealthfolio: Preset = {
  id: 'wealthfolio',
  name: 'Wealthfolio',
  custodian: null,
  format: 'csv',
  detect: [['date', 'symbol', 'quantity', 'activityType', 'unitPrice', 'currency', 'fee']],
  columns: {
    date: ['date'],
    symbol: ['symbol'],
    quantity: ['quantity'],
    transaction_type: ['activityType'],
    price: ['unitPrice'],
    currency: ['currency'],
    fees: ['fee'],
    net: ['amount'],
    note: ['comment'],
  },
  decimalMark: '.',
  dateOrder: 'ymd',
  // The amount of a trade is its value; fees come on top.
  tradeAmountIs: 'gross',
  extract: [{ from: 'price', pattern: /^(?<amount>.+)$/, when: { symbol: /^\$CASH-/ } }],
  rules: [
    { when: { transaction_type: /^buy$/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^sell$/i }, post: { type: 'trade', side: 'sell' } },
    {
      when: { transaction_type: /^dividend$/i, symbol: /^(?!\$CASH-)/ },
      post: { type: 'dividend', side: 'in', isPerUnit: true },
    },
    {
      when: { transaction_type: /^(dividend|interest)$/i },
      post: { type: 'interest', side: 'in', isCashOnly: true },
    },
    { when: { transaction_type: /^deposit$/i }, post: { type: 'deposit', side: 'in' } },
    { when: { transaction_type: /^withdrawal$/i }, post: { type: 'withdrawal', side: 'out' } },
    {
      when: { transaction_type: /^transfer_(in|out)$/i, symbol: /^\$CASH-/ },
      refuse: 'not_supported',
    },
    {
      when: { transaction_type: /^(transfer_in|add_holding)$/i },
      post: { type: 'transfer_in', side: 'in' },
    },
    {
      when: { transaction_type: /^(transfer_out|remove_holding)$/i },
      post: { type: 'transfer_out', side: 'out' },
    },
    { when: { transaction_type: /^fee$/i }, post: { type: 'fees_cash', side: 'out', isCashOnly: true } },
    { when: { transaction_type: /^tax$/i }, post: { type: 'tax', side: 'out', isCashOnly: true } },
    { when: { transaction_type: /^split$/i }, refuse: 'no_ratio' },
  ],
}
