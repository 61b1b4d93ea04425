import type { Preset } from '../csv/preset.ts'

/** E*TRADE: 'Transactions' as CSV, of the former site and of the present one. A reinvested dividend is a row with shares and the price in its text. */
export const etrade: Preset = {
  id: 'etrade',
  name: 'E*TRADE',
  format: 'csv',
  followsPublishedColumns: true,
  detect: [
    ['TransactionDate', 'TransactionType', 'SecurityType', 'Symbol', 'Quantity', 'Amount', 'Price'],
    ['Activity/Trade Date', 'Activity Type', 'Description', 'Symbol', 'Quantity #', 'Price $', 'Amount $'],
  ],
  columns: {
    date: ['TransactionDate', 'Activity/Trade Date'],
    settle_date: ['Settlement Date'],
    transaction_type: ['TransactionType', 'Activity Type'],
    instrument_type: ['SecurityType'],
    symbol: ['Symbol'],
    cusip: ['Cusip'],
    quantity: ['Quantity', 'Quantity #'],
    net: ['Amount', 'Amount $'],
    price: ['Price', 'Price $'],
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
    { when: { name: /^(put|call)\b/i }, refuse: 'not_supported' },
    { when: { transaction_type: /^option/i }, refuse: 'not_supported' },
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
