import type { Preset } from '../csv/preset.ts'

/** Avanza: 'Transaktioner' as CSV. Prices are in the currency of the instrument, amounts in that of the transaction. */
export const avanza: Preset = {
  id: 'avanza',
  name: 'Avanza',
  format: 'csv',
  detect: [['Datum', 'Konto', 'Typ av transaktion', 'Värdepapper/beskrivning', 'Antal', 'Kurs', 'Belopp']],
  columns: {
    date: ['Datum'],
    account: ['Konto'],
    transaction_type: ['Typ av transaktion'],
    name: ['Värdepapper/beskrivning'],
    quantity: ['Antal'],
    price: ['Kurs'],
    price_currency: ['Instrumentvaluta'],
    net: ['Belopp'],
    currency: ['Transaktionsvaluta'],
    fees: ['Courtage (SEK)', 'Courtage'],
    isin: ['ISIN'],
  },
  decimalMark: ',',
  dateOrder: 'ymd',
  currency: 'SEK',
  securityBy: ['isin'],
  rules: [
    { when: { transaction_type: /^köp/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^sälj/i }, post: { type: 'trade', side: 'sell' } },
    { when: { transaction_type: /källskatt|^skatt/i }, post: { type: 'tax' } },
    { when: { transaction_type: /^utdelning/i }, post: { type: 'dividend' } },
    { when: { transaction_type: /^ränt/i }, post: { type: 'interest' } },
    { when: { transaction_type: /^insättning/i }, post: { type: 'deposit' } },
    { when: { transaction_type: /^uttag/i }, post: { type: 'withdrawal' } },
    { when: { transaction_type: /^övrigt/i, name: /skatt/i, net: /[1-9]/ }, post: { type: 'tax' } },
    { when: { transaction_type: /^övrigt/i, name: /avgift/i, net: /[1-9]/ }, post: { type: 'fees_cash' } },
    {
      when: { transaction_type: /^övrigt/i, isin: /./, quantity: /^-/ },
      post: { type: 'merger', half: 'swap', side: 'out' },
    },
    {
      when: { transaction_type: /^övrigt/i, isin: /./, quantity: /[1-9]/ },
      post: { type: 'merger', half: 'swap', side: 'in' },
    },
  ],
}
