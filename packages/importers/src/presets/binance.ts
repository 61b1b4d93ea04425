import type { Preset } from '../csv/preset.ts'
import { moneySymbol } from './money-symbols.ts'

/**
 * Binance: 'Transaction history' (all statements) as CSV. A trade is several rows of one second: money, asset and fees.
 * Rows of one second that are more than one trade, or one coin for another, are not read.
 */
export const binance: Preset = {
  id: 'binance',
  name: 'Binance',
  format: 'csv',
  followsPublishedColumns: true,
  detect: [
    ['UTC_Time', 'Account', 'Operation', 'Coin', 'Change', 'Remark'],
    ['User ID', 'Time', 'Account', 'Operation', 'Coin', 'Change', 'Remark'],
  ],
  columns: {
    date: ['UTC_Time', 'Time'],
    category: ['Account'],
    transaction_type: ['Operation'],
    symbol: ['Coin'],
    quantity: ['Change'],
    note: ['Remark'],
  },
  decimalMark: '.',
  dateOrder: 'ymd',
  instrumentType: 'crypto',
  extract: [
    { from: 'symbol', pattern: /^(?<currency>.+)$/, when: { symbol: moneySymbol } },
    { from: 'quantity', pattern: /^(?<amount>.+)$/, when: { symbol: moneySymbol } },
  ],
  rules: [
    {
      when: {
        transaction_type:
          /^(buy|sell|fee|transaction (buy|sell|spend|sold|revenue|fee|related)|binance convert|large otc trading|buy crypto|sell crypto)/i,
        symbol: moneySymbol,
      },
      post: { type: 'trade', half: 'trade', isCashOnly: true },
    },
    {
      when: {
        transaction_type:
          /^(buy|sell|fee|transaction (buy|sell|spend|sold|revenue|fee|related)|binance convert|large otc trading)/i,
      },
      post: { type: 'trade', half: 'trade' },
    },
    {
      when: { transaction_type: /^(fiat )?(deposit|withdraw)/i, symbol: moneySymbol },
      post: { type: 'deposit' },
    },
    { when: { transaction_type: /^(crypto )?deposit/i }, post: { type: 'transfer_in' } },
    { when: { transaction_type: /^(crypto )?withdraw/i }, post: { type: 'transfer_out' } },
    {
      when: {
        transaction_type: /subscription|redemption|savings purchase|transfer between|main and funding/i,
      },
      skip: 'internal',
    },
    {
      when: {
        transaction_type:
          /interest|reward|distribution|airdrop|referral|kickback|cashback|commission rebate/i,
        quantity: /^[^-]/,
      },
      post: { type: 'staking_reward', side: 'in' },
    },
  ],
}
