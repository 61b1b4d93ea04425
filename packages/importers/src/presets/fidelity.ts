import type { Preset } from '../csv/preset.ts'

/** Fidelity: 'Accounts History' as CSV, with words of the invariant below the rows. */
export const fidelity: Preset = {
  id: 'fidelity',
  name: 'Fidelity',
  format: 'csv',
  detect: [
    ['Run Date', 'Action', 'Symbol', 'Quantity', 'Amount ($)', 'Settlement Date'],
    ['Run Date', 'Action', 'Symbol', 'Quantity', 'Amount', 'Settlement Date'],
  ],
  columns: {
    date: ['Run Date'],
    account: ['Account Number'],
    account_name: ['Account'],
    transaction_type: ['Action'],
    symbol: ['Symbol'],
    name: ['Description', 'Security Description'],
    price: ['Price ($)', 'Price'],
    quantity: ['Quantity'],
    fees: ['Commission ($)', 'Commission'],
    more_fees: ['Fees ($)', 'Fees'],
    accrued: ['Accrued Interest ($)', 'Accrued Interest'],
    net: ['Amount ($)', 'Amount'],
    settle_date: ['Settlement Date'],
    note: ['Action'],
  },
  decimalMark: '.',
  dateOrder: 'mdy',
  currency: 'USD',
  securityBy: ['symbol'],
  rules: [
    { when: { transaction_type: /core account|sweep/i }, skip: 'moves within the cash of the account' },
    {
      when: { transaction_type: /^you bought|^reinvestment|^purchase/i },
      snapshot: { type: 'trade', side: 'buy' },
    },
    { when: { transaction_type: /^you sold|^sale/i }, snapshot: { type: 'trade', side: 'sell' } },
    { when: { transaction_type: /^redemption|matured/i }, snapshot: { type: 'redemption', side: 'sell' } },
    { when: { transaction_type: /^expired/i }, snapshot: { type: 'expiry' } },
    { when: { transaction_type: /tax/i }, snapshot: { type: 'tax' } },
    { when: { transaction_type: /^return of capital/i }, snapshot: { type: 'return_of_capital' } },
    { when: { transaction_type: /^in lieu|cash in lieu/i }, snapshot: { type: 'other_income' } },
    {
      when: { transaction_type: /^dividend|cap gain|^distribution.*\(cash\)/i, net: /[1-9]/ },
      snapshot: { type: 'dividend' },
    },
    { when: { transaction_type: /^interest/i, symbol: /./ }, snapshot: { type: 'coupon' } },
    { when: { transaction_type: /^interest|margin interest/i }, snapshot: { type: 'interest' } },
    { when: { transaction_type: /fee|charge/i }, snapshot: { type: 'fees_cash' } },
    { when: { transaction_type: /^stock split|^split/i }, snapshot: { type: 'split', addedShares: true } },
    {
      when: { transaction_type: /^reverse split|^merger|^name change|^exchange/i },
      snapshot: { type: 'merger', half: 'swap' },
    },
    { when: { transaction_type: /spin.?off/i }, refuse: 'no_parent' },
    { when: { transaction_type: /^distribution/i }, snapshot: { type: 'trade', side: 'buy', isFree: true } },
    {
      when: {
        transaction_type: /transfer|journaled|shares (received|delivered)/i,
        symbol: /./,
        quantity: /[1-9]/,
      },
      snapshot: { type: 'transfer_in' },
    },
    {
      when: { transaction_type: /transfer|wire|deposit|withdrawal|contribution|direct debit|check|payment/i },
      snapshot: { type: 'deposit' },
    },
  ],
}
