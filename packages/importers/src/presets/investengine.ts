import type { Preset } from '../csv/preset.ts'

/** InvestEngine: the trading statement as CSV, trades only. */
export const investEngine: Preset = {
  id: 'investengine',
  name: 'InvestEngine',
  format: 'csv',
  detect: [
    [
      'Security / ISIN',
      'Transaction Type',
      'Quantity',
      'Share Price',
      'Total Trade Value',
      'Trade Date/Time',
    ],
  ],
  columns: {
    name: ['Security / ISIN'],
    transaction_type: ['Transaction Type'],
    quantity: ['Quantity'],
    price: ['Share Price'],
    net: ['Total Trade Value'],
    date: ['Trade Date/Time'],
    settle_date: ['Settlement Date'],
  },
  decimalMark: '.',
  dateOrder: 'dmy',
  currency: 'GBP',
  extract: [{ from: 'name', pattern: /^(?<name>.+?) \/ ISIN (?<isin>[A-Z0-9]{12})$/ }],
  rules: [
    { when: { transaction_type: /^buy/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^sell/i }, post: { type: 'trade', side: 'sell' } },
  ],
}
