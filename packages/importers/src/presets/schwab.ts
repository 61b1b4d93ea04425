import type { Preset } from '../csv/preset.ts'

/** Charles Schwab: 'History' of a brokerage account as CSV. */
export const schwab: Preset = {
  id: 'schwab',
  name: 'Charles Schwab',
  format: 'csv',
  detect: [['Date', 'Action', 'Symbol', 'Description', 'Quantity', 'Price', 'Fees & Comm', 'Amount']],
  columns: {
    date: ['Date'],
    transaction_type: ['Action'],
    symbol: ['Symbol'],
    name: ['Description'],
    quantity: ['Quantity'],
    price: ['Price'],
    fees: ['Fees & Comm'],
    net: ['Amount'],
  },
  decimalMark: '.',
  dateOrder: 'mdy',
  currency: 'USD',
  securityBy: ['symbol'],
  extract: [{ from: 'date', pattern: /^(?<settle_date>\S+) as of (?<date>\S+)$/ }],
  rules: [
    { when: { date: /^transactions total/i }, skip: 'total' },
    {
      when: { transaction_type: /^(buy|reinvest shares|buy to open|buy to close)$/i },
      post: { type: 'trade', side: 'buy' },
    },
    {
      when: { transaction_type: /^(sell|sell short|sell to open|sell to close)$/i },
      post: { type: 'trade', side: 'sell' },
    },
    {
      when: { transaction_type: /^(full redemption|maturity|bond redemption)/i },
      post: { type: 'redemption', side: 'sell' },
    },
    { when: { transaction_type: /^expired$/i }, post: { type: 'expiry' } },
    {
      when: { transaction_type: /^(stock div dist)$/i },
      post: { type: 'trade', side: 'buy', isFree: true },
    },
    { when: { transaction_type: /bond interest/i }, post: { type: 'coupon' } },
    { when: { transaction_type: /interest/i }, post: { type: 'interest' } },
    { when: { transaction_type: /return of capital/i }, post: { type: 'return_of_capital' } },
    { when: { transaction_type: /cash in lieu/i }, post: { type: 'other_income' } },
    { when: { transaction_type: /div|cap gain/i }, post: { type: 'dividend' } },
    { when: { transaction_type: /tax|withhold/i }, post: { type: 'tax' } },
    { when: { transaction_type: /adr mgmt fee/i }, post: { type: 'fees' } },
    { when: { transaction_type: /fee|commission/i }, post: { type: 'fees_cash' } },
    { when: { transaction_type: /^reverse split$/i }, post: { type: 'split', half: 'swap' } },
    {
      when: { transaction_type: /^(stock merger|merger|name change|conversion|exchange|cusip change)$/i },
      post: { type: 'merger', half: 'swap' },
    },
    { when: { transaction_type: /^stock split$/i }, post: { type: 'split', addedShares: true } },
    { when: { transaction_type: /^spin.?off$/i }, refuse: 'no_parent' },
    {
      when: {
        transaction_type: /^(journal(ed)? shares|security transfer|internal transfer|journal)$/i,
        quantity: /./,
      },
      post: { type: 'transfer_in' },
    },
    {
      when: {
        transaction_type: /journal|transfer|wire|moneylink|funds (received|paid)|deposit|withdrawal|check/i,
      },
      post: { type: 'deposit' },
    },
  ],
}
