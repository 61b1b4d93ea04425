import type { Preset } from '../csv/preset.ts'

/** Kraken marks money with a Z. */
const krakenMoney = /^Z?(EUR|USD|GBP|CHF|CAD|JPY|AUD)(\.(HOLD|M|F))?$/

/**
 * Kraken: 'Ledgers' as CSV. A trade is a row of money and one of the asset with the same reference; fees are charged on
 * top of an amount, in its unit.
 */
export const krakenLedgers: Preset = {
  id: 'kraken_ledgers',
  name: 'Kraken',
  format: 'csv',
  followsPublishedColumns: true,
  detect: [['txid', 'refid', 'time', 'type', 'aclass', 'asset', 'amount', 'fee', 'balance']],
  columns: {
    reference: ['refid'],
    category: ['txid'],
    date: ['time'],
    transaction_type: ['type'],
    side: ['subtype'],
    symbol: ['asset'],
    quantity: ['amount'],
    fees: ['fee'],
    fees_currency: ['feecurrency'],
  },
  decimalMark: '.',
  dateOrder: 'ymd',
  identity: ['reference'],
  instrumentType: 'crypto',
  costsAreExtra: true,
  extract: [
    { from: 'symbol', pattern: /^Z?(?<currency>EUR|USD|GBP|CHF|CAD|JPY|AUD)(?:\.(?:HOLD|M|F))?$/ },
    { from: 'quantity', pattern: /^(?<amount>.+)$/, when: { symbol: krakenMoney } },
    { from: 'symbol', pattern: /^X(?<symbol>[A-Z]{3})$/ },
    { from: 'symbol', pattern: /^(?<symbol>[A-Z0-9]+)\.[SMFBP]$/ },
    { from: 'fees_currency', pattern: /^[XZ](?<fees_currency>[A-Z]{3})$/ },
  ],
  rules: [
    // A payment is listed twice until it is final; the first row has no number.
    { when: { category: /^$/ }, skip: 'pending' },
    {
      when: { transaction_type: /^(trade|spend|receive|conversion)$/, currency: /./ },
      post: { type: 'trade', half: 'trade', isCashOnly: true },
    },
    {
      when: { transaction_type: /^(trade|spend|receive|conversion)$/ },
      post: { type: 'trade', half: 'trade' },
    },
    { when: { transaction_type: /^(deposit|withdrawal)$/, currency: /./ }, post: { type: 'deposit' } },
    { when: { transaction_type: /^deposit$/ }, post: { type: 'transfer_in' } },
    { when: { transaction_type: /^withdrawal$/ }, post: { type: 'transfer_out' } },
    {
      when: { transaction_type: /^(transfer|earn)$/, side: /spot|staking|allocation|migration/ },
      skip: 'internal',
    },
    {
      when: { transaction_type: /^(staking|earn|reward|dividend)$/, currency: /./ },
      post: { type: 'interest', isCashOnly: true },
    },
    {
      when: { transaction_type: /^(staking|earn|reward|dividend)$/ },
      post: { type: 'staking_reward', side: 'in', costsInKind: true },
    },
    { when: { transaction_type: /^(margin|rollover|settled|transfer)$/ }, refuse: 'not_supported' },
  ],
}
