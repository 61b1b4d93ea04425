import type { Preset } from '../csv/preset.ts'

/** flatex: 'Depotumsätze' as CSV. Rows have a price and no amount; costs are in the statement of the cash account. */
export const flatex: Preset = {
  id: 'flatex',
  name: 'flatex',
  format: 'csv',
  followsPublishedColumns: true,
  detect: [
    ['Nummer', 'Buchtag', 'Valuta', 'ISIN', 'Bezeichnung', 'Nominal', 'Buchungsinformationen', 'Kurs'],
  ],
  columns: {
    date: ['Buchtag'],
    settle_date: ['Valuta'],
    isin: ['ISIN'],
    name: ['Bezeichnung'],
    quantity: ['Nominal'],
    transaction_type: ['Buchungsinformationen'],
    reference: ['TA-Nr.'],
    price: ['Kurs'],
    currency: { rightOf: ['Kurs'] },
    account: ['Depot'],
  },
  decimalMark: ',',
  dateOrder: 'dmy',
  identity: ['reference', 'date', 'quantity'],
  rules: [
    { when: { transaction_type: /ausführung order verkauf/i }, post: { type: 'trade', side: 'sell' } },
    { when: { transaction_type: /ausführung order kauf/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /wp-eingang|einbuchung/i }, post: { type: 'transfer_in', side: 'in' } },
    { when: { transaction_type: /wp-ausgang|ausbuchung/i }, post: { type: 'transfer_out', side: 'out' } },
    { when: { transaction_type: /kapitalma(ß|ss)nahme|split|umtausch|spin/i }, refuse: 'not_supported' },
  ],
}
