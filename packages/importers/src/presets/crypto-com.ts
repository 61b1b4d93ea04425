import type { Preset } from '../csv/preset.ts'
import { moneySymbol } from './money-symbols.ts'

/** Crypto.com App: 'Transactions' as CSV. The native amount is the value of a row in the user's currency. */
export const cryptoCom: Preset = {
  id: 'crypto_com',
  name: 'Crypto.com',
  format: 'csv',
  detect: [['Timestamp (UTC)', 'Transaction Description', 'Currency', 'Amount', 'Transaction Kind']],
  columns: {
    date: ['Timestamp (UTC)'],
    note: ['Transaction Description'],
    symbol: ['Currency'],
    quantity: ['Amount'],
    counter_symbol: ['To Currency'],
    counter_quantity: ['To Amount'],
    currency: ['Native Currency'],
    gross: ['Native Amount'],
    transaction_type: ['Transaction Kind'],
  },
  decimalMark: '.',
  dateOrder: 'ymd',
  instrumentType: 'crypto',
  extract: [
    // Values have up to 32 decimals; twelve are more than any of them means.
    { from: 'gross', pattern: /^(?<gross>-?\d+\.\d{12})\d+$/ },
    // The bought asset is on the other side of a purchase with money.
    {
      from: 'counter_symbol',
      pattern: /^(?<symbol>.+)$/,
      when: { transaction_type: /^(viban_purchase|recurring_buy_order)$/, symbol: moneySymbol },
    },
    {
      from: 'counter_quantity',
      pattern: /^(?<quantity>.+)$/,
      when: { transaction_type: /^(viban_purchase|recurring_buy_order)$/, symbol: moneySymbol },
    },
  ],
  rules: [
    { when: { transaction_type: /^crypto_exchange$/ }, post: { type: 'trade', isExchange: true } },
    {
      when: { transaction_type: /^(viban_purchase|crypto_purchase|recurring_buy_order)$/ },
      post: { type: 'trade', side: 'buy' },
    },
    { when: { transaction_type: /^crypto_viban_exchange$/ }, post: { type: 'trade', side: 'sell' } },
    {
      when: { transaction_type: /^(card_top_up|crypto_payment)$/ },
      post: { type: 'trade', side: 'sell', spentAs: 'withdrawal' },
    },
    {
      when: { transaction_type: /^crypto_wallet_swap_(credited|debited)$/ },
      post: { type: 'merger', half: 'swap' },
    },
    {
      when: {
        transaction_type: /^(crypto_deposit|exchange_to_crypto_transfer|crypto_transfer)$/,
        quantity: /^[^-]/,
      },
      post: { type: 'transfer_in', side: 'in' },
    },
    {
      when: { transaction_type: /^(crypto_withdrawal|crypto_to_exchange_transfer|crypto_transfer)$/ },
      post: { type: 'transfer_out', side: 'out' },
    },
    {
      when: { transaction_type: /(lockup.*_(lock|unlock)|_(lock|unlock)\b|program_(created|withdrawn))/ },
      skip: 'internal',
    },
    {
      when: {
        transaction_type:
          /(interest|cashback|reward|bonus|gift|rebate|reimbursement|airdrop|admin_wallet_credited)/,
        quantity: /^[^-]/,
      },
      post: { type: 'staking_reward', side: 'in' },
    },
  ],
}
