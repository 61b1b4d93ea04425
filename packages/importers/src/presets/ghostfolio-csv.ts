import type { Preset } from '../csv/preset.ts'

/** Ghostfolio: activities as CSV, as its import accepts them. Income is stated per unit, fees in a column of their own. */
export const ghostfolioCsv: Preset = {
  id: 'ghostfolio_csv',
  name: 'Ghostfolio CSV',
  custodian: null,
  format: 'csv',
  detect: [
    ['Date', 'Code', 'DataSource', 'Currency', 'Price', 'Quantity', 'Action', 'Fee'],
    ['Date', 'Symbol', 'DataSource', 'Currency', 'UnitPrice', 'Quantity', 'Type', 'Fee'],
  ],
  columns: {
    date: ['Date'],
    symbol: ['Code', 'Symbol'],
    category: ['DataSource'],
    currency: ['Currency'],
    price: ['Price', 'UnitPrice'],
    quantity: ['Quantity'],
    transaction_type: ['Action', 'Type'],
    fees: ['Fee'],
    note: ['Note', 'Comment'],
  },
  decimalMark: '.',
  dateOrder: 'dmy',
  extract: [
    { from: 'symbol', pattern: /^(?<isin>[A-Z]{2}[A-Z0-9]{9}\d)$/ },
    { from: 'symbol', pattern: /^(?<name>.+)$/, when: { category: /^manual$/i } },
    { from: 'symbol', pattern: /^(?<note>.+)$/, when: { transaction_type: /^(fee|interest)$/i } },
    { from: 'fees', pattern: /^(?<net>.+)$/, when: { transaction_type: /^fee$/i } },
  ],
  rules: [
    { when: { transaction_type: /^buy$/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^sell$/i }, post: { type: 'trade', side: 'sell' } },
    { when: { transaction_type: /^dividend$/i }, post: { type: 'dividend', side: 'in', isPerUnit: true } },
    {
      when: { transaction_type: /^interest$/i },
      post: { type: 'interest', side: 'in', isPerUnit: true, isCashOnly: true },
    },
    { when: { transaction_type: /^fee$/i }, post: { type: 'fees_cash', side: 'out', isCashOnly: true } },
    { when: { transaction_type: /^(item|valuable)$/i }, post: { type: 'valuation' } },
  ],
}
