import type { Preset } from '../csv/preset.ts'

/**
 * Hargreaves Lansdown: the history of an account as CSV. Prices are in pence, values in pounds and with dealing charges
 * and stamp duty, which have no column. The first letter of the reference tells purchases from sales.
 */
export const hargreavesLansdown: Preset = {
  id: 'hargreaves_lansdown',
  name: 'Hargreaves Lansdown',
  format: 'csv',
  followsPublishedColumns: true,
  detect: [['Trade date', 'Reference', 'Description', 'Unit cost (p)', 'Quantity', 'Value (£)']],
  columns: {
    date: ['Trade date'],
    settle_date: ['Settle date'],
    reference: ['Reference'],
    name: ['Description'],
    price: ['Unit cost (p)'],
    quantity: ['Quantity'],
    net: ['Value (£)'],
  },
  decimalMark: '.',
  dateOrder: 'dmy',
  currency: 'GBP',
  priceCurrency: 'GBX',
  securityBy: ['quantity'],
  feesAreTheRest: true,
  noReference: /^(n\/a|-)$/i,
  extract: [{ from: 'reference', pattern: /^(?<transaction_type>.+)$/ }],
  rules: [
    { when: { transaction_type: /^B\d+$/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^S\d+$/i }, post: { type: 'trade', side: 'sell' } },
    { when: { transaction_type: /interest/i }, post: { type: 'interest' } },
    { when: { transaction_type: /manage fee|^fee|charge/i }, post: { type: 'fees_cash' } },
    { when: { transaction_type: /divid|^(st|ovr) (div|cr)\b|distribution/i }, post: { type: 'dividend' } },
    {
      when: { transaction_type: /rebate|bonus|tax relief/i },
      post: { type: 'other_income', isCashOnly: true },
    },
    {
      when: {
        transaction_type: /^(fpc|fpd|card|transfer|cash|payment|direct debit|chq|bacs|dd|subscription)/i,
      },
      post: { type: 'deposit' },
    },
  ],
}
