import type { Preset } from '../csv/preset.ts'

/** Rabobank: 'Mutaties' of an investment account as CSV. */
export const rabobank: Preset = {
  id: 'rabobank',
  name: 'Rabobank',
  format: 'csv',
  detect: [['Portefeuille', 'Naam', 'Datum', 'Type mutatie', 'Valuta mutatie', 'Volume', 'Koers', 'Bedrag']],
  columns: {
    account: ['Portefeuille'],
    name: ['Naam'],
    date: ['Datum'],
    time: ['Tijd'],
    transaction_type: ['Type mutatie'],
    currency: ['Valuta mutatie'],
    quantity: ['Volume'],
    price: ['Koers'],
    price_currency: ['Valuta koers'],
    fees: ['Valuta kosten €'],
    net: ['Bedrag'],
    isin: ['Isin code'],
    exchange: ['Beurs'],
  },
  decimalMark: ',',
  dateOrder: 'dmy',
  securityBy: ['isin'],
  rules: [
    { when: { transaction_type: /^koop/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^verkoop/i }, post: { type: 'trade', side: 'sell' } },
    { when: { transaction_type: /dividendbelasting|^belasting/i }, post: { type: 'tax' } },
    { when: { transaction_type: /dividend/i }, post: { type: 'dividend' } },
    { when: { transaction_type: /^coupon/i }, post: { type: 'coupon' } },
    { when: { transaction_type: /^rente/i }, post: { type: 'interest' } },
    { when: { transaction_type: /^tarieven|kosten/i }, post: { type: 'fees_cash' } },
    { when: { transaction_type: /^(storting|opname)/i }, post: { type: 'deposit' } },
    { when: { transaction_type: /^lossing/i }, post: { type: 'redemption', side: 'sell' } },
  ],
}
