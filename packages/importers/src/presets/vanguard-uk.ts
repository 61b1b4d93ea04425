import type { Preset } from '../csv/preset.ts'

/**
 * Vanguard (UK): an account of the 'Valuation' workbook as CSV. The table of cash lists what the table of investments
 * states with quantities, so its purchases and sales are not posted.
 */
export const vanguardUk: Preset = {
  id: 'vanguard_uk',
  name: 'Vanguard UK',
  format: 'csv',
  followsPublishedColumns: true,
  group: 'vanguard_uk',
  detect: [['Date', 'Details', 'Amount', 'Balance']],
  mentions: /^"?Cash Transactions/m,
  columns: { date: ['Date'], transaction_type: ['Details'], net: ['Amount'] },
  decimalMark: '.',
  dateOrder: 'dmy',
  currency: 'GBP',
  rules: [
    { when: { date: /^(cash transactions|investment transactions|balance|cost)$/i }, skip: 'total' },
    { when: { transaction_type: /^(bought|sold) /i }, skip: 'repeated' },
    { when: { transaction_type: /^(div|dividend)[: ]/i }, post: { type: 'dividend' } },
    { when: { transaction_type: /interest/i }, post: { type: 'interest' } },
    { when: { transaction_type: /fee/i }, post: { type: 'fees_cash' } },
    {
      when: { transaction_type: /deposit|payment|withdrawal|contribution|transfer|tax relief|refund/i },
      post: { type: 'deposit' },
    },
  ],
}
