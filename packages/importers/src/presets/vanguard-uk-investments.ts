import type { Preset } from '../csv/preset.ts'

/** Vanguard (UK): the table of investments. Costs are before dealing fees, which the table of cash lists. */
export const vanguardUkInvestments: Preset = {
  id: 'vanguard_uk_investments',
  name: 'Vanguard UK investments',
  custodian: 'Vanguard UK',
  format: 'csv',
  followsPublishedColumns: true,
  group: 'vanguard_uk',
  detect: [['Date', 'InvestmentName', 'TransactionDetails', 'Quantity', 'Price', 'Cost']],
  columns: {
    date: ['Date'],
    name: ['InvestmentName'],
    transaction_type: ['TransactionDetails'],
    quantity: ['Quantity'],
    price: ['Price'],
    net: ['Cost'],
  },
  decimalMark: '.',
  dateOrder: 'dmy',
  currency: 'GBP',
  extract: [{ from: 'name', pattern: /\((?<symbol>[A-Z0-9]{3,5})\)$/ }],
  rules: [
    { when: { date: /^(cash transactions|investment transactions|balance|cost)$/i }, skip: 'total' },
    { when: { transaction_type: /^bought/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^sold/i }, post: { type: 'trade', side: 'sell' } },
  ],
}
