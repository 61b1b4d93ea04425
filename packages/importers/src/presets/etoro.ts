import type { Preset } from '../csv/preset.ts'

/**
 * eToro: 'Account activity' of the account statement as CSV. Amounts are in US dollars. A position closed in shares or
 * coins is a sale; contracts for difference are leveraged and not read.
 */
export const etoro: Preset = {
  id: 'etoro',
  name: 'eToro',
  format: 'csv',
  detect: [
    ['Date', 'Type', 'Details', 'Amount', 'Units', 'Realized Equity Change', 'Position ID', 'Asset type'],
  ],
  columns: {
    date: ['Date'],
    transaction_type: ['Type'],
    symbol: ['Details'],
    net: ['Amount'],
    quantity: ['Units'],
    gross: ['Realized Equity Change'],
    reference: ['Position ID'],
    instrument_type: ['Asset type'],
  },
  decimalMark: '.',
  dateOrder: 'dmy',
  currency: 'USD',
  noReference: /^-$/,
  extract: [{ from: 'symbol', pattern: /^(?<symbol>[^/]+)\/(?<price_currency>[A-Z]{3})$/ }],
  rules: [
    {
      when: { transaction_type: /^(open position|position closed|dividend)/i, instrument_type: /cfd/i },
      refuse: 'not_supported',
    },
    { when: { transaction_type: /^open position$/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^position closed$/i }, post: { type: 'trade', side: 'sell' } },
    { when: { transaction_type: /^dividend/i }, post: { type: 'dividend' } },
    { when: { transaction_type: /^interest/i }, post: { type: 'interest', isCashOnly: true } },
    { when: { transaction_type: /^sdrt|stamp/i }, post: { type: 'tax', isCashOnly: true } },
    // The fee of a withdrawal is part of its amount: it does not change the equity.
    { when: { transaction_type: /withdraw.*fee/i, gross: /^\(?-?0[.,]00\)?$/ }, skip: 'repeated' },
    { when: { transaction_type: /fee|refund/i }, post: { type: 'fees_cash', isCashOnly: true } },
    { when: { transaction_type: /^withdraw/i }, post: { type: 'withdrawal', side: 'out' } },
    { when: { transaction_type: /^deposit/i }, post: { type: 'deposit', side: 'in' } },
    { when: { transaction_type: /^staking/i }, post: { type: 'staking_reward', side: 'in' } },
  ],
}
