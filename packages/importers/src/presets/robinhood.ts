import type { Preset } from '../csv/preset.ts'

/** Robinhood: the activity report as CSV. Options are not read: their rows name the share they are on. */
export const robinhood: Preset = {
  id: 'robinhood',
  name: 'Robinhood',
  format: 'csv',
  followsPublishedColumns: true,
  detect: [
    ['Activity Date', 'Process Date', 'Settle Date', 'Instrument', 'Description', 'Trans Code', 'Amount'],
  ],
  columns: {
    date: ['Activity Date'],
    settle_date: ['Settle Date'],
    symbol: ['Instrument'],
    name: ['Description'],
    transaction_type: ['Trans Code'],
    quantity: ['Quantity'],
    price: ['Price'],
    net: ['Amount'],
  },
  decimalMark: '.',
  dateOrder: 'mdy',
  currency: 'USD',
  securityBy: ['symbol'],
  // Regulatory fees of a few cents are taken from the proceeds.
  smallFeesAreTheRest: true,
  extract: [
    { from: 'name', pattern: /CUSIP: (?<cusip>[0-9A-Z]{9})/ },
    { from: 'name', pattern: /^(?<name>[^\n]+)\n/ },
  ],
  rules: [
    { when: { transaction_type: /^(bto|sto|btc|stc|oexp|oasgn|oexcs|oca)$/i }, refuse: 'not_supported' },
    { when: { transaction_type: /^buy$/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^sell$/i }, post: { type: 'trade', side: 'sell' } },
    {
      when: { transaction_type: /^rec$/i, quantity: /[1-9]/ },
      post: { type: 'trade', side: 'buy', isFree: true },
    },
    { when: { transaction_type: /^(cdiv|mdiv|sdiv|lcap|scap)$/i }, post: { type: 'dividend' } },
    { when: { transaction_type: /^dtax$/i }, post: { type: 'tax' } },
    { when: { transaction_type: /^cil$/i }, post: { type: 'other_income' } },
    { when: { transaction_type: /^(int|gdbp)$/i }, post: { type: 'interest', isCashOnly: true } },
    { when: { transaction_type: /^slip$/i }, post: { type: 'other_income', isCashOnly: true } },
    { when: { transaction_type: /^(dfee|afee)$/i }, post: { type: 'fees' } },
    { when: { transaction_type: /^(gold|mint|fee)$/i }, post: { type: 'fees_cash', isCashOnly: true } },
    { when: { transaction_type: /^spl$/i }, post: { type: 'split', addedShares: true } },
    { when: { transaction_type: /^soff$/i }, refuse: 'no_parent' },
    { when: { transaction_type: /^(ach|rtp|wire|xent|itrf|dcf|t\/a)$/i }, post: { type: 'deposit' } },
    { when: { transaction_type: /^acat[io]$/i, quantity: /[1-9]/ }, post: { type: 'transfer_in' } },
    { when: { transaction_type: /^acat[io]$/i }, post: { type: 'deposit' } },
  ],
}
