import type { Preset } from '../csv/preset.ts'

/**
 * XTB: 'Cash operations' as CSV. Amounts are in the currency of the account, which the file does not name; prices are
 * in that of the exchange. Gains of contracts for difference are booked as cash.
 */
export const xtb: Preset = {
  id: 'xtb',
  name: 'XTB',
  format: 'csv',
  detect: [['ID', 'Type', 'Time', 'Symbol', 'Comment', 'Amount']],
  columns: {
    reference: ['ID'],
    transaction_type: ['Type'],
    date: ['Time'],
    symbol: ['Symbol'],
    note: ['Comment'],
    net: ['Amount'],
  },
  decimalMark: '.',
  dateOrder: 'dmy',
  identity: ['reference'],
  extract: [
    {
      from: 'note',
      pattern: /^(?:OPEN|CLOSE) (?:BUY|SELL) (?<quantity>[\d.]+)(?:\/[\d.]+)? @ (?<price>[\d.]+)$/i,
    },
  ],
  // Shares in London trade in pounds, pence, dollars or euros: their currency is not known.
  quotedIn: [
    { symbol: /\.US$/, currency: 'USD' },
    { symbol: /\.(DE|FR|NL|ES|IT|PT|BE|FI|AT|IE)$/, currency: 'EUR' },
    { symbol: /\.CH$/, currency: 'CHF' },
    { symbol: /\.PL$/, currency: 'PLN' },
    { symbol: /\.CZ$/, currency: 'CZK' },
    { symbol: /\.DK$/, currency: 'DKK' },
    { symbol: /\.NO$/, currency: 'NOK' },
    { symbol: /\.SE$/, currency: 'SEK' },
  ],
  rules: [
    { when: { reference: /^total$/i }, skip: 'total' },
    { when: { transaction_type: /^total$/i }, skip: 'total' },
    {
      when: {
        transaction_type:
          /^(stocks?\/etf|stock (purchase|sale)|ações\/etf|acciones\/etf|akcje\/etf|aktien\/etf)/i,
        note: /^open sell|^close sell/i,
      },
      refuse: 'not_supported',
    },
    {
      when: {
        transaction_type:
          /^(stocks?\/etf purchase|stock purchase|ações\/etf compra|acciones\/etf compra|zakup akcji)/i,
      },
      post: { type: 'trade', side: 'buy' },
    },
    {
      when: {
        transaction_type:
          /^(stocks?\/etf sale|stock sale|ações\/etf ven|acciones\/etf venta|sprzedaż akcji)/i,
      },
      post: { type: 'trade', side: 'sell' },
    },
    { when: { transaction_type: /^spin.?off/i }, refuse: 'no_parent' },
    { when: { transaction_type: /^withholding tax/i }, post: { type: 'tax' } },
    {
      when: { transaction_type: /interests? tax|stamp duty|financial transaction tax/i },
      post: { type: 'tax', isCashOnly: true },
    },
    { when: { transaction_type: /^divid/i }, post: { type: 'dividend' } },
    { when: { transaction_type: /free.?funds? interest/i }, post: { type: 'interest', isCashOnly: true } },
    { when: { transaction_type: /^swap$/i }, post: { type: 'interest', isCashOnly: true } },
    {
      when: { transaction_type: /^profit\/loss|^close trade/i },
      post: { type: 'other_income', isCashOnly: true },
    },
    { when: { transaction_type: /commission|fee/i }, post: { type: 'fees_cash', isCashOnly: true } },
    { when: { transaction_type: /^(deposit|withdrawal|ike deposit)/i }, post: { type: 'deposit' } },
    { when: { transaction_type: /transfer/i }, post: { type: 'transfer_in', isCashOnly: true } },
  ],
}
