import type { Preset } from '../csv/preset.ts'
import { moneySymbol } from './money-symbols.ts'

/** Bitvavo: 'Transaction history' as CSV. Network fees of withdrawals are part of the amount. */
export const bitvavo: Preset = {
  id: 'bitvavo',
  name: 'Bitvavo',
  format: 'csv',
  detect: [['Date', 'Time', 'Type', 'Currency', 'Amount', 'Received / Paid Amount', 'Fee amount', 'Status']],
  columns: {
    date: ['Date'],
    time: ['Time'],
    transaction_type: ['Type'],
    symbol: ['Currency'],
    quantity: ['Amount'],
    price: ['Quote Price', 'Price (EUR)'],
    price_currency: ['Quote Currency'],
    currency: ['Received / Paid Currency'],
    net: ['Received / Paid Amount'],
    fees: ['Fee amount'],
    fees_currency: ['Fee currency'],
    category: ['Status'],
    reference: ['Transaction ID'],
    note: ['Address'],
  },
  decimalMark: '.',
  dateOrder: 'ymd',
  identity: ['reference'],
  instrumentType: 'crypto',
  extract: [
    { from: 'symbol', pattern: /^(?<currency>.+)$/, when: { symbol: moneySymbol } },
    { from: 'quantity', pattern: /^(?<amount>.+)$/, when: { symbol: moneySymbol } },
    { from: 'time', pattern: /^(?<time>\d+:\d+:\d+)/ },
  ],
  rules: [
    { when: { category: /cancel|fail|reject/i }, skip: 'no_money' },
    { when: { category: /pending|processing|awaiting/i }, skip: 'pending' },
    { when: { transaction_type: /^buy$/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^sell$/i }, post: { type: 'trade', side: 'sell' } },
    { when: { transaction_type: /^deposit$/i, symbol: moneySymbol }, post: { type: 'deposit', side: 'in' } },
    {
      when: { transaction_type: /^withdrawal$/i, symbol: moneySymbol },
      post: { type: 'withdrawal', side: 'out' },
    },
    {
      when: { transaction_type: /^(deposit|external_transferred_funds)$/i },
      post: { type: 'transfer_in', side: 'in', costsInKind: true },
    },
    {
      when: { transaction_type: /^withdrawal$/i },
      post: { type: 'transfer_out', side: 'out', costsInKind: true },
    },
    {
      when: { transaction_type: /^(rebate|affiliate|campaign)/i, symbol: moneySymbol },
      post: { type: 'other_income', side: 'in', isCashOnly: true },
    },
    {
      when: { transaction_type: /staking|^(rebate|affiliate|campaign|manually_assigned)/i },
      post: { type: 'staking_reward', side: 'in', costsInKind: true },
    },
  ],
}
