import type { Preset } from '../csv/preset.ts'

/** E*TRADE: 'Transactions' as CSV. A reinvested dividend is a row with shares and the price in its text. */
export const etrade: Preset = {
  id: 'etrade',
  name: 'E*TRADE',
  format: 'csv',
  detect: [['TransactionDate', 'TransactionType', 'SecurityType', 'Symbol', 'Quantity', 'Amount', 'Price']],
  columns: {
    date: ['TransactionDate'],
    transaction_type: ['TransactionType'],
    instrument_type: ['SecurityType'],
    symbol: ['Symbol'],
    quantity: ['Quantity'],
    net: ['Amount'],
    price: ['Price'],
    fees: ['Commission'],
    name: ['Description'],
  },
  decimalMark: '.',
  dateOrder: 'mdy',
  currency: 'USD',
  securityBy: ['symbol'],
  // Regulatory fees of a few cents are taken from the proceeds.
  smallFeesAreTheRest: true,
  extract: [
    { from: 'name', pattern: /REINVEST PRICE \$ {0,3}(?<price>[\d.]+)/ },
    { from: 'name', pattern: /^(?<name>.+?)\s{2,}/ },
  ],
  rules: [
    { when: { instrument_type: /^opt/i }, refuse: 'not_supported' },
    { when: { transaction_type: /^bought/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^sold/i }, post: { type: 'trade', side: 'sell' } },
    {
      when: { transaction_type: /^(dividend|capital gain)/i, quantity: /[1-9]/, net: /^-/ },
      post: { type: 'trade', side: 'buy' },
    },
    { when: { transaction_type: /^(qualified )?(dividend|capital gain)/i }, post: { type: 'dividend' } },
    { when: { transaction_type: /^interest/i }, post: { type: 'interest', isCashOnly: true } },
    { when: { transaction_type: /tax|withh/i }, post: { type: 'tax' } },
    { when: { transaction_type: /fee|misc trade/i }, post: { type: 'fees_cash', isCashOnly: true } },
    {
      when: { transaction_type: /transfer|wire|deposit|withdrawal|funds|check|direct debit/i },
      post: { type: 'deposit' },
    },
  ],
}
