import type { Preset } from '../csv/preset.ts'

/** Coinbase: the transaction history as CSV, which starts with lines of text. */
export const coinbase: Preset = {
  id: 'coinbase',
  name: 'Coinbase',
  format: 'csv',
  detect: [
    ['Timestamp', 'Transaction Type', 'Asset', 'Quantity Transacted', 'Price Currency', 'Subtotal'],
    ['Timestamp', 'Transaction Type', 'Asset', 'Quantity Transacted', 'Spot Price Currency', 'Subtotal'],
  ],
  columns: {
    reference: ['ID'],
    date: ['Timestamp'],
    transaction_type: ['Transaction Type'],
    symbol: ['Asset'],
    quantity: ['Quantity Transacted'],
    currency: ['Price Currency', 'Spot Price Currency'],
    price: ['Price at Transaction', 'Spot Price at Transaction'],
    gross: ['Subtotal'],
    net: ['Total (inclusive of fees and/or spread)'],
    fees: ['Fees and/or Spread'],
    note: ['Notes'],
  },
  decimalMark: '.',
  dateOrder: 'ymd',
  identity: ['reference'],
  instrumentType: 'crypto',
  // The spread lies between the price and the amount.
  priceIsIndicative: true,
  extract: [
    {
      from: 'note',
      pattern: /^converted [\d.,]+ \S+ to (?<counter_quantity>[\d.,]+) (?<counter_symbol>\S+)$/i,
    },
  ],
  rules: [
    { when: { transaction_type: /^(buy|advanced? trade buy)$/i }, post: { type: 'trade', side: 'buy' } },
    {
      when: { transaction_type: /^(sell|advanced? trade sell)$/i },
      post: { type: 'trade', side: 'sell' },
    },
    { when: { transaction_type: /^convert$/i }, post: { type: 'trade', isExchange: true } },
    {
      when: { transaction_type: /(staking|inflation|^rewards? income)/i },
      post: { type: 'staking_reward', side: 'in' },
    },
    {
      when: { transaction_type: /(rewards?|learning|interest|airdrop|coinbase earn)/i },
      post: { type: 'trade', side: 'buy', earnedAs: 'other_income' },
    },
    {
      when: { transaction_type: /^(deposit|exchange deposit)$/i, symbol: /^(EUR|USD|GBP|CHF)$/ },
      post: { type: 'deposit', side: 'in' },
    },
    {
      when: { transaction_type: /^withdrawal$/i, symbol: /^(EUR|USD|GBP|CHF)$/ },
      post: { type: 'withdrawal', side: 'out' },
    },
    {
      when: { transaction_type: /^(receive|deposit|exchange withdrawal|pro withdrawal)$/i },
      post: { type: 'transfer_in', side: 'in' },
    },
    {
      when: { transaction_type: /^(send|withdrawal|exchange deposit|pro deposit)$/i },
      post: { type: 'transfer_out', side: 'out' },
    },
  ],
}
