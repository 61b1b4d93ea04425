import type { Preset } from '../csv/preset.ts'

/** Vanguard (US): 'Download center' as CSV, whose second table lists the transactions; the first lists holdings. */
export const vanguardUs: Preset = {
  id: 'vanguard_us',
  name: 'Vanguard',
  format: 'csv',
  followsPublishedColumns: true,
  detect: [
    ['Trade Date', 'Transaction Type', 'Investment Name', 'Symbol', 'Shares', 'Share Price', 'Net Amount'],
  ],
  columns: {
    account: ['Account Number'],
    date: ['Trade Date'],
    settle_date: ['Settlement Date'],
    transaction_type: ['Transaction Type'],
    note: ['Transaction Description'],
    name: ['Investment Name'],
    symbol: ['Symbol'],
    quantity: ['Shares'],
    price: ['Share Price'],
    fees: ['Commission Fees', 'Commissions and Fees'],
    net: ['Net Amount'],
    accrued: ['Accrued Interest'],
  },
  decimalMark: '.',
  currency: 'USD',
  securityBy: ['symbol'],
  rules: [
    { when: { transaction_type: /^sweep/i }, skip: 'internal' },
    // Dividends of the settlement fund stay in it, which is the cash of the account.
    { when: { transaction_type: /^reinvestment/i, quantity: /^(0(\.0+)?)?$/ }, skip: 'internal' },
    {
      when: { transaction_type: /^(buy|reinvestment|buy \(exchange\))/i },
      post: { type: 'trade', side: 'buy' },
    },
    { when: { transaction_type: /^sell/i }, post: { type: 'trade', side: 'sell' } },
    { when: { transaction_type: /^(dividend|capital gain)/i }, post: { type: 'dividend' } },
    { when: { transaction_type: /^interest/i }, post: { type: 'interest' } },
    { when: { transaction_type: /tax|withholding/i }, post: { type: 'tax' } },
    { when: { transaction_type: /fee/i }, post: { type: 'fees_cash' } },
    { when: { transaction_type: /split/i }, refuse: 'no_ratio' },
    {
      when: { transaction_type: /^(transfer|share conversion)/i, quantity: /[1-9]/ },
      post: { type: 'transfer_in' },
    },
    {
      when: {
        transaction_type:
          /^(funds received|deposit|withdrawal|contribution|distribution|rollover|transfer|wire)/i,
      },
      post: { type: 'deposit' },
    },
  ],
}
