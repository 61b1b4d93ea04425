import type { Preset } from '../csv/preset.ts'

/** Freetrade: 'Activity feed' as CSV. Totals are in the currency of the account and have no sign. */
export const freetrade: Preset = {
  id: 'freetrade',
  name: 'Freetrade',
  format: 'csv',
  detect: [
    ['Title', 'Type', 'Timestamp', 'Account Currency', 'Total Amount', 'Buy / Sell', 'Ticker', 'ISIN'],
  ],
  columns: {
    name: ['Title'],
    transaction_type: ['Type'],
    date: ['Timestamp'],
    currency: ['Account Currency'],
    net: ['Total Amount'],
    side: ['Buy / Sell'],
    symbol: ['Ticker'],
    isin: ['ISIN'],
    taxes: ['Stamp Duty'],
    quantity: ['Quantity'],
    exchange: ['Venue'],
    reference: ['Order ID'],
    price_currency: ['Instrument Currency'],
    gross: ['Total Shares Amount'],
    gross_currency: ['Instrument Currency'],
    price: ['Price per Share'],
    fees: ['FX Fee Amount'],
    ex_date: ['Dividend Ex Date'],
  },
  decimalMark: '.',
  dateOrder: 'ymd',
  securityBy: ['isin', 'symbol'],
  tradeAmountIs: 'net',
  rules: [
    { when: { transaction_type: /statement|document|certificate/i }, skip: 'no_money' },
    {
      when: { transaction_type: /^freeshare/i },
      post: { type: 'trade', side: 'buy', isFree: true },
    },
    { when: { transaction_type: /^order$/i, side: /^buy$/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^order$/i, side: /^sell$/i }, post: { type: 'trade', side: 'sell' } },
    { when: { transaction_type: /^(dividend|property)/i }, post: { type: 'dividend', side: 'in' } },
    { when: { transaction_type: /^interest/i }, post: { type: 'interest', side: 'in' } },
    { when: { transaction_type: /^(top_up|deposit)/i }, post: { type: 'deposit', side: 'in' } },
    { when: { transaction_type: /^withdrawal/i }, post: { type: 'withdrawal', side: 'out' } },
    { when: { transaction_type: /fee/i }, post: { type: 'fees_cash', side: 'out' } },
  ],
}
