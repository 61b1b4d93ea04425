import type { Preset } from '../csv/preset.ts'

/** comdirect: 'Depotumsätze' as CSV; sales have a negative number of units. */
export const comdirect: Preset = {
  id: 'comdirect',
  name: 'comdirect',
  format: 'csv',
  followsPublishedColumns: true,
  detect: [
    ['Buchungstag', 'Geschäftstag', 'Stück / Nom.', 'Bezeichnung', 'WKN', 'Währung', 'Ausführungskurs'],
  ],
  columns: {
    settle_date: ['Buchungstag'],
    date: ['Geschäftstag'],
    quantity: ['Stück / Nom.'],
    name: ['Bezeichnung'],
    wkn: ['WKN'],
    price_currency: ['Währung'],
    price: ['Ausführungskurs'],
    net: ['Umsatz in EUR'],
  },
  decimalMark: ',',
  dateOrder: 'dmy',
  currency: 'EUR',
  feesAreTheRest: true,
  rules: [
    { when: { quantity: /^-/ }, post: { type: 'trade', side: 'sell' } },
    { when: { quantity: /[1-9]/ }, post: { type: 'trade', side: 'buy' } },
  ],
}
