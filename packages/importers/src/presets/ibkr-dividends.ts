import type { Preset } from '../csv/preset.ts'

/** Interactive Brokers: cash transactions of a Flex query as CSV. */
export const ibkrDividends: Preset = {
  id: 'ibkr_dividends',
  name: 'Interactive Brokers dividends',
  custodian: 'Interactive Brokers',
  format: 'csv',
  detect: [['Type', 'SettleDate', 'ISIN', 'Description', 'Amount', 'CurrencyPrimary']],
  columns: {
    transaction_type: ['Type'],
    date: ['SettleDate'],
    isin: ['ISIN'],
    note: ['Description'],
    net: ['Amount'],
    currency: ['CurrencyPrimary'],
  },
  decimalMark: '.',
  dateOrder: 'ymd',
  extract: [{ from: 'note', pattern: /^(?<symbol>[A-Z0-9. ]+)\(/ }],
  rules: [
    { when: { transaction_type: /tax|871\(m\)/i }, post: { type: 'tax' } },
    {
      when: { transaction_type: /dividend/i, note: /\(return of capital\)/i },
      post: { type: 'return_of_capital' },
    },
    { when: { transaction_type: /dividend/i }, post: { type: 'dividend' } },
    { when: { transaction_type: /bond interest/i }, post: { type: 'coupon' } },
    { when: { transaction_type: /interest/i }, post: { type: 'interest' } },
    { when: { transaction_type: /fee/i }, post: { type: 'fees_cash' } },
    { when: { transaction_type: /deposit|withdrawal/i }, post: { type: 'deposit' } },
  ],
}
