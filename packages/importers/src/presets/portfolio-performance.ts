import type { Preset } from '../csv/preset.ts'

/** Portfolio Performance: transactions exported as CSV, in English or German. `Value` is what moved on the account. */
export const portfolioPerformance: Preset = {
  id: 'portfolio_performance',
  name: 'Portfolio Performance',
  format: 'portfolio_performance',
  detect: [
    ['Date', 'Type', 'Value', 'Transaction Currency', 'Shares', 'Security Name'],
    ['Datum', 'Typ', 'Wert', 'Buchungswährung', 'Stück', 'Wertpapiername'],
  ],
  columns: {
    date: ['Date', 'Datum'],
    time: ['Time', 'Uhrzeit'],
    transaction_type: ['Type', 'Typ'],
    net: ['Value', 'Wert'],
    currency: ['Transaction Currency', 'Buchungswährung'],
    gross: ['Gross Amount', 'Bruttobetrag'],
    gross_currency: ['Currency Gross Amount', 'Währung Bruttobetrag'],
    fx_rate: ['Exchange Rate', 'Wechselkurs'],
    fees: ['Fees', 'Gebühren'],
    taxes: ['Taxes', 'Steuern'],
    quantity: ['Shares', 'Stück'],
    isin: ['ISIN'],
    wkn: ['WKN'],
    symbol: ['Ticker Symbol', 'Ticker-Symbol'],
    name: ['Security Name', 'Wertpapiername'],
    note: ['Note', 'Notiz'],
  },
  rules: [
    { when: { transaction_type: /^(buy|kauf)$/i }, snapshot: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^(sell|verkauf)$/i }, snapshot: { type: 'trade', side: 'sell' } },
    { when: { transaction_type: /^(dividends?|dividende)$/i }, snapshot: { type: 'dividend', side: 'in' } },
    {
      when: { transaction_type: /^(interest charge|zinsbelastung)$/i },
      snapshot: { type: 'interest', side: 'out' },
    },
    { when: { transaction_type: /^(interest|zinsen)$/i }, snapshot: { type: 'interest', side: 'in' } },
    {
      when: { transaction_type: /^(fees refund|gebührenerstattung)$/i },
      snapshot: { type: 'fees_cash', side: 'in' },
    },
    { when: { transaction_type: /^(fees|gebühren)$/i }, snapshot: { type: 'fees_cash', side: 'out' } },
    {
      when: { transaction_type: /^(tax refund|steuerrückerstattung)$/i },
      snapshot: { type: 'tax', side: 'in' },
    },
    { when: { transaction_type: /^(taxes|steuern)$/i }, snapshot: { type: 'tax', side: 'out' } },
    { when: { transaction_type: /^(deposit|einlage)$/i }, snapshot: { type: 'deposit', side: 'in' } },
    {
      when: { transaction_type: /^(removal|withdrawal|entnahme)$/i },
      snapshot: { type: 'withdrawal', side: 'out' },
    },
    {
      when: {
        transaction_type: /^(delivery \(inbound\)|einlieferung|transfer \(inbound\)|umbuchung \(eingang\))$/i,
        quantity: /[1-9]/,
      },
      snapshot: { type: 'transfer_in', side: 'in' },
    },
    {
      when: {
        transaction_type:
          /^(delivery \(outbound\)|auslieferung|transfer \(outbound\)|umbuchung \(ausgang\))$/i,
        quantity: /[1-9]/,
      },
      snapshot: { type: 'transfer_out', side: 'out' },
    },
    {
      when: { transaction_type: /^(transfer \(inbound\)|umbuchung \(eingang\))$/i },
      snapshot: { type: 'transfer_in', side: 'in' },
    },
    {
      when: { transaction_type: /^(transfer \(outbound\)|umbuchung \(ausgang\))$/i },
      snapshot: { type: 'transfer_out', side: 'out' },
    },
  ],
}
