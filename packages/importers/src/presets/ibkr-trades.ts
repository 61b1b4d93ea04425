import type { Preset } from '../csv/preset.ts'

/** Interactive Brokers: trades of a Flex query as CSV. The XML of the same query has more. */
export const ibkrTrades: Preset = {
  id: 'ibkr_trades',
  name: 'Interactive Brokers, trades',
  format: 'csv',
  detect: [['Buy/Sell', 'TradeDate', 'Quantity', 'TradePrice', 'CurrencyPrimary', 'IBCommission']],
  columns: {
    side: ['Buy/Sell'],
    transaction_type: ['Buy/Sell'],
    account: ['ClientAccountID'],
    date: ['TradeDate', 'DateTime'],
    settle_date: ['SettleDateTarget'],
    isin: ['ISIN'],
    symbol: ['Symbol'],
    name: ['Description'],
    instrument_type: ['AssetClass'],
    exchange: ['Exchange'],
    quantity: ['Quantity'],
    price: ['TradePrice'],
    gross: ['TradeMoney'],
    currency: ['CurrencyPrimary'],
    fees: ['IBCommission'],
    fees_currency: ['IBCommissionCurrency'],
    taxes: ['Taxes'],
    reference: ['TradeID', 'TransactionID'],
  },
  decimalMark: '.',
  dateOrder: 'ymd',
  identity: ['reference'],
  tradeAmountIs: 'gross',
  rules: [
    { when: { isin: /^$/, symbol: /^$/ }, refuse: 'no_sold_currency' },
    { when: { instrument_type: /^cash$/i }, refuse: 'no_sold_currency' },
    { when: { side: /^buy/i }, post: { type: 'trade', side: 'buy' } },
    { when: { side: /^sell/i }, post: { type: 'trade', side: 'sell' } },
  ],
}
