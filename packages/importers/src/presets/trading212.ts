import type { Preset } from '../csv/preset.ts'

/** Trading 212: the history as CSV. Prices are in the currency of the share, totals in that of the account. */
export const trading212: Preset = {
  id: 'trading212',
  name: 'Trading 212',
  format: 'csv',
  detect: [['Action', 'Time', 'ISIN', 'Ticker', 'No. of shares', 'Price / share', 'Total']],
  columns: {
    transaction_type: ['Action'],
    date: ['Time'],
    isin: ['ISIN'],
    symbol: ['Ticker'],
    name: ['Name'],
    quantity: ['No. of shares'],
    price: ['Price / share'],
    price_currency: ['Currency (Price / share)'],
    net: ['Total', 'Total (EUR)', 'Total (GBP)', 'Total (USD)'],
    currency: ['Currency (Total)'],
    taxes: ['Stamp duty reserve tax', 'Transaction fee', 'French transaction tax'],
    taxes_currency: ['Currency (Stamp duty reserve tax)', 'Currency (Transaction fee)'],
    fees: ['Currency conversion fee'],
    fees_currency: ['Currency (Currency conversion fee)'],
    reference: ['ID'],
    note: ['Notes'],
  },
  decimalMark: '.',
  dateOrder: 'ymd',
  identity: ['reference'],
  rules: [
    {
      when: { transaction_type: /^(market|limit|stop|stop limit|dividend reinvestment)?\s*buy/i },
      post: { type: 'trade', side: 'buy' },
    },
    {
      when: { transaction_type: /^(market|limit|stop|stop limit)?\s*sell/i },
      post: { type: 'trade', side: 'sell' },
    },
    { when: { transaction_type: /return of capital/i }, post: { type: 'return_of_capital' } },
    { when: { transaction_type: /^dividend/i }, post: { type: 'dividend' } },
    { when: { transaction_type: /interest/i }, post: { type: 'interest' } },
    {
      when: { transaction_type: /^stock split close/i },
      post: { type: 'split', half: 'split', side: 'out' },
    },
    {
      when: { transaction_type: /^stock split open/i },
      post: { type: 'split', half: 'split', side: 'in' },
    },
    { when: { transaction_type: /^stock split/i }, post: { type: 'split', addedShares: true } },
    {
      when: { transaction_type: /^(stock distribution|result adjustment|free shares?)/i },
      post: { type: 'trade', side: 'buy', isFree: true },
    },
    { when: { transaction_type: /^transfer in/i, isin: /./ }, post: { type: 'transfer_in', side: 'in' } },
    {
      when: { transaction_type: /^transfer out/i, isin: /./ },
      post: { type: 'transfer_out', side: 'out' },
    },
    {
      when: { transaction_type: /^(spending cashback|cashback|bonus)/i },
      post: { type: 'other_income' },
    },
    { when: { transaction_type: /fee/i }, post: { type: 'fees_cash' } },
    { when: { transaction_type: /currency conversion/i }, post: { type: 'fx', half: 'conversion' } },
    { when: { transaction_type: /^deposit/i }, post: { type: 'deposit', side: 'in' } },
    {
      when: { transaction_type: /withdrawal|card debit|new card cost/i },
      post: { type: 'withdrawal', side: 'out' },
    },
  ],
}
