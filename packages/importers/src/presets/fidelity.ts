import type { Preset } from '../csv/preset.ts'

/** Fidelity: 'Accounts History' as CSV, with a legal notice below the rows. */
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
  // The action names the security after its first words, so that rules look at those alone.
  rules: [
    { when: { transaction_type: /core account|sweep/i }, skip: 'internal' },
    {
      when: { transaction_type: /^you bought|^reinvestment|^purchase/i },
      post: { type: 'trade', side: 'buy' },
    },
    { when: { transaction_type: /^you sold|^sale/i }, post: { type: 'trade', side: 'sell' } },
    { when: { transaction_type: /^redemption|^matured/i }, post: { type: 'redemption', side: 'sell' } },
    { when: { transaction_type: /^expired/i }, post: { type: 'expiry' } },
    { when: { transaction_type: /^return of capital/i }, post: { type: 'return_of_capital' } },
    { when: { transaction_type: /^(cash )?in lieu/i }, post: { type: 'other_income' } },
    {
      when: {
        transaction_type: /^dividend|^(long|short).term cap gain|^cap gain|^distribution.*\(cash\)/i,
        net: /[1-9]/,
      },
      post: { type: 'dividend' },
    },
    { when: { transaction_type: /^interest/i, symbol: /./ }, post: { type: 'coupon' } },
    { when: { transaction_type: /^interest|^margin interest/i }, post: { type: 'interest' } },
    { when: { transaction_type: /^([\w-]+ ){0,2}tax\b/i }, post: { type: 'tax' } },
    { when: { transaction_type: /^([\w-]+ ){0,3}(fees?|charges?|charged)\b/i }, post: { type: 'fees_cash' } },
    { when: { transaction_type: /^stock split|^split/i }, post: { type: 'split', addedShares: true } },
    {
      when: { transaction_type: /^reverse split|^merger|^name change|^exchange/i },
      post: { type: 'merger', half: 'swap' },
    },
    { when: { transaction_type: /^spin.?off/i }, refuse: 'no_parent' },
    { when: { transaction_type: /^distribution/i }, post: { type: 'trade', side: 'buy', isFree: true } },
    {
      when: {
        transaction_type: /^([\w-]+ ){0,3}(transfer(red)?|journaled|shares (received|delivered))\b/i,
        symbol: /./,
        quantity: /[1-9]/,
      },
      post: { type: 'transfer_in' },
    },
    {
      when: {
        transaction_type:
          /^([\w-]+ ){0,3}(transfer(red)?|wire|deposit|withdrawal|contribution|direct debit|check|payment)\b/i,
      },
      post: { type: 'deposit' },
    },
  ],
}
