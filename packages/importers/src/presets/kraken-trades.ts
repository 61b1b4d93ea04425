import type { Preset } from '../csv/preset.ts'

/**
 * Kraken: 'Trades' as CSV. The number of a trade is the reference of its ledger rows, so both files may be imported.
 * Trades of one coin for another are not read: the file does not say what they were worth.
 */
export const krakenTrades: Preset = {
  id: 'kraken_trades',
  name: 'Kraken trades',
  custodian: 'Kraken',
  format: 'csv',
  followsPublishedColumns: true,
  detect: [['txid', 'ordertxid', 'pair', 'time', 'type', 'price', 'cost', 'fee', 'vol']],
  columns: {
    reference: ['txid'],
    symbol: ['pair'],
    date: ['time'],
    transaction_type: ['type'],
    price: ['price'],
    amount: ['cost'],
    fees: ['fee'],
    quantity: ['vol'],
    note: ['ordertype'],
  },
  decimalMark: '.',
  dateOrder: 'ymd',
  identity: ['reference'],
  instrumentType: 'crypto',
  tradeAmountIs: 'gross',
  extract: [
    {
      from: 'symbol',
      pattern: /^(?<symbol>[A-Z0-9]{2,7}?)\/?(?<currency>EUR|USD|GBP|CHF|CAD|JPY|AUD)$/,
    },
    { from: 'symbol', pattern: /^X(?<symbol>[A-Z]{3})Z(?<currency>EUR|USD|GBP|CHF|CAD|JPY|AUD)$/ },
  ],
  rules: [
    { when: { transaction_type: /^buy$/, currency: /./ }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^sell$/, currency: /./ }, post: { type: 'trade', side: 'sell' } },
    { when: { transaction_type: /^(buy|sell)$/ }, refuse: 'not_supported' },
  ],
}
