import type { Preset } from '../csv/preset.ts'

/** Trade Republic: the transactions as CSV. Trades state no price; amounts are after costs. */
export const tradeRepublic: Preset = {
  id: 'trade_republic',
  name: 'Trade Republic',
  format: 'csv',
  detect: [
    ['Datum', 'Transactietype', 'Waarde (netto)', 'Opmerking', 'ISIN', 'Aantal', 'Kosten', 'Belasting'],
  ],
  columns: {
    date: ['Datum'],
    transaction_type: ['Transactietype'],
    net: ['Waarde (netto)'],
    name: ['Opmerking'],
    isin: ['ISIN'],
    quantity: ['Aantal'],
    fees: ['Kosten'],
    taxes: ['Belasting'],
  },
  dateOrder: 'ymd',
  currency: 'EUR',
  securityBy: ['isin'],
  tradeAmountIs: 'net',
  rules: [
    { when: { transaction_type: /^(aankoop|buy)/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^(verkoop|sell)/i }, post: { type: 'trade', side: 'sell' } },
    { when: { transaction_type: /^dividend/i }, post: { type: 'dividend' } },
    { when: { transaction_type: /^(rente|interest)/i }, post: { type: 'interest' } },
    { when: { transaction_type: /^(storting|deposit)/i }, post: { type: 'deposit' } },
    { when: { transaction_type: /^(onttrekking|removal|withdrawal)/i }, post: { type: 'withdrawal' } },
    { when: { transaction_type: /^belasting|^tax/i }, post: { type: 'tax' } },
    { when: { transaction_type: /^kosten|^fee/i }, post: { type: 'fees_cash' } },
  ],
}
