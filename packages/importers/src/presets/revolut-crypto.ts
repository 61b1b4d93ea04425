import type { Preset } from '../csv/preset.ts'

/** Revolut: the statement of a crypto account as CSV. Values are before fees; numbers carry their currency. */
export const revolutCrypto: Preset = {
  id: 'revolut_crypto',
  name: 'Revolut Crypto',
  custodian: 'Revolut',
  format: 'csv',
  detect: [['Symbol', 'Type', 'Quantity', 'Price', 'Value', 'Fees', 'Date']],
  columns: {
    symbol: ['Symbol'],
    transaction_type: ['Type'],
    quantity: ['Quantity'],
    price: ['Price'],
    amount: ['Value'],
    fees: ['Fees'],
    date: ['Date'],
  },
  decimalMark: '.',
  dateOrder: 'mdy',
  tradeAmountIs: 'gross',
  instrumentType: 'crypto',
  extract: [
    { from: 'price', pattern: /^(?<price>[\d.,]+) (?<price_currency>[A-Z]{3})$/ },
    { from: 'amount', pattern: /^(?<amount>[\d.,]+) (?<currency>[A-Z]{3})$/ },
    { from: 'fees', pattern: /^(?<fees>[\d.,]+) (?<fees_currency>[A-Z]{3})$/ },
  ],
  rules: [
    { when: { transaction_type: /^buy$/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^sell$/i }, post: { type: 'trade', side: 'sell' } },
    { when: { transaction_type: /^receive$/i }, post: { type: 'transfer_in', side: 'in' } },
    { when: { transaction_type: /^send$/i }, post: { type: 'transfer_out', side: 'out' } },
    { when: { transaction_type: /^(stake|unstake)$/i }, skip: 'internal' },
    {
      when: { transaction_type: /^(staking reward|learn reward)$/i },
      post: { type: 'staking_reward', side: 'in' },
    },
    {
      when: { transaction_type: /^payment$/i },
      post: { type: 'trade', side: 'sell', spentAs: 'withdrawal' },
    },
  ],
}
