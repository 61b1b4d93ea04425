import type { Preset } from '../csv/preset.ts'

/** Directa: 'Movimenti' as CSV, below lines of text. Amounts are in euro, and trades state no price. */
export const directa: Preset = {
  id: 'directa',
  name: 'Directa',
  format: 'csv',
  detect: [
    ['Data operazione', 'Data valuta', 'Tipo operazione', 'Ticker', 'Isin', 'Quantità', 'Importo euro'],
  ],
  columns: {
    date: ['Data operazione'],
    settle_date: ['Data valuta'],
    transaction_type: ['Tipo operazione'],
    symbol: ['Ticker'],
    isin: ['Isin'],
    name: ['Descrizione'],
    quantity: ['Quantità'],
    net: ['Importo euro'],
    gross: ['Importo Divisa'],
    gross_currency: ['Divisa'],
    reference: ['Riferimento ordine'],
  },
  decimalMark: '.',
  dateOrder: 'dmy',
  currency: 'EUR',
  securityBy: ['isin'],
  rules: [
    { when: { transaction_type: /^acquisto/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^vendita/i }, post: { type: 'trade', side: 'sell' } },
    { when: { transaction_type: /^rimborso/i, isin: /./ }, post: { type: 'redemption', side: 'sell' } },
    { when: { transaction_type: /^rit(\.|enuta)|^imposta|^bollo|tobin/i }, post: { type: 'tax' } },
    { when: { transaction_type: /^(cedola|coupon)/i }, post: { type: 'coupon' } },
    { when: { transaction_type: /^(provento|dividend)/i }, post: { type: 'dividend' } },
    { when: { transaction_type: /^interessi/i }, post: { type: 'interest' } },
    { when: { transaction_type: /^(commission|spese|canone)/i }, post: { type: 'fees_cash' } },
    { when: { transaction_type: /^conferimento/i }, post: { type: 'deposit' } },
    { when: { transaction_type: /^prelievo|^bonifico/i }, post: { type: 'withdrawal' } },
  ],
}
