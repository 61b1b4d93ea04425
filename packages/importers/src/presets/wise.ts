import type { Preset } from '../csv/preset.ts'

/**
 * Wise: the statement of one balance as CSV. Amounts include fees. A conversion is posted from the statement that it
 * leaves; in the other one it is a problem, because both may be imported.
 */
export const wise: Preset = {
  id: 'wise',
  name: 'Wise',
  format: 'csv',
  followsPublishedColumns: true,
  detect: [
    ['TransferWise ID', 'Date', 'Amount', 'Currency', 'Description', 'Running Balance', 'Exchange To'],
  ],
  columns: {
    reference: ['TransferWise ID'],
    date: ['Date'],
    net: ['Amount'],
    currency: ['Currency'],
    note: ['Description'],
    balance: ['Running Balance'],
    counter_account: ['Payee Account Number'],
  },
  decimalMark: '.',
  dateOrder: 'dmy',
  identity: ['reference'],
  extract: [
    { from: 'reference', pattern: /^(?<transaction_type>[A-Z_]+)-/ },
    {
      from: 'note',
      pattern: /^Converted [\d.,]+ [A-Z]{3} to (?<counter_amount>[\d.,]+) (?<counter_currency>[A-Z]{3})/,
    },
  ],
  rules: [
    { when: { counter_currency: /./, net: /^-/ }, post: { type: 'fx' } },
    { when: { counter_currency: /./ }, refuse: 'no_other_side' },
    { when: { note: /^wise charges|^fee/i }, post: { type: 'fees_cash' } },
    { when: { transaction_type: /^FEE$/ }, post: { type: 'fees_cash' } },
    { when: { note: /^(interest|balance assets? return)/i }, post: { type: 'interest' } },
    { when: { transaction_type: /^BALANCE_CASHBACK$/ }, post: { type: 'other_income' } },
    {
      when: {
        transaction_type:
          /^(TRANSFER|CARD|CARD_TRANSACTION|DIRECT_DEBIT|BALANCE|BANK_DETAILS_PAYMENT|CARD_ORDER)/,
      },
      post: { type: 'deposit' },
    },
  ],
}
