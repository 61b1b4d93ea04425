import type { Preset } from '../csv/preset.ts'

/** Portfolio Performance: transactions exported as CSV, in English or German. `Value` is the cash moved. */
export const portfolioPerformance: Preset = {
  id: 'portfolio_performance',
  name: 'Portfolio Performance',
  custodian: null,
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
    { when: { transaction_type: /^(buy|kauf)$/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^(sell|verkauf)$/i }, post: { type: 'trade', side: 'sell' } },
    { when: { transaction_type: /^(dividends?|dividende)$/i }, post: { type: 'dividend', side: 'in' } },
    {
      when: { transaction_type: /^(interest charge|zinsbelastung)$/i },
      post: { type: 'interest', side: 'out' },
    },
    { when: { transaction_type: /^(interest|zinsen)$/i }, post: { type: 'interest', side: 'in' } },
    {
      when: { transaction_type: /^(fees refund|gebührenerstattung)$/i },
      post: { type: 'fees_cash', side: 'in' },
    },
    { when: { transaction_type: /^(fees|gebühren)$/i }, post: { type: 'fees_cash', side: 'out' } },
    {
      when: { transaction_type: /^(tax refund|steuerrückerstattung)$/i },
      post: { type: 'tax', side: 'in' },
    },
    { when: { transaction_type: /^(taxes|steuern)$/i }, post: { type: 'tax', side: 'out' } },
    { when: { transaction_type: /^(deposit|einlage)$/i }, post: { type: 'deposit', side: 'in' } },
    {
      when: { transaction_type: /^(removal|withdrawal|entnahme)$/i },
      post: { type: 'withdrawal', side: 'out' },
    },
    {
      when: {
        transaction_type: /^(delivery \(inbound\)|einlieferung|transfer \(inbound\)|umbuchung \(eingang\))$/i,
        quantity: /[1-9]/,
      },
      post: { type: 'transfer_in', side: 'in' },
    },
    {
      when: {
        transaction_type:
          /^(delivery \(outbound\)|auslieferung|transfer \(outbound\)|umbuchung \(ausgang\))$/i,
        quantity: /[1-9]/,
      },
      post: { type: 'transfer_out', side: 'out' },
    },
    {
      when: { transaction_type: /^(transfer \(inbound\)|umbuchung \(eingang\))$/i },
      post: { type: 'transfer_in', side: 'in' },
    },
    {
      when: { transaction_type: /^(transfer \(outbound\)|umbuchung \(ausgang\))$/i },
      post: { type: 'transfer_out', side: 'out' },
    },
  ],
}
