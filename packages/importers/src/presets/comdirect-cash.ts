import type { Preset } from '../csv/preset.ts'

/** comdirect: 'Umsätze' of a cash account as CSV. Its trades have no quantity: those of the 'Depotumsätze' have. */
export const comdirectCash: Preset = {
  id: 'comdirect_cash',
  name: 'comdirect Konto',
  custodian: 'comdirect',
  format: 'csv',
  followsPublishedColumns: true,
  detect: [['Buchungstag', 'Wertstellung (Valuta)', 'Vorgang', 'Buchungstext', 'Umsatz in EUR']],
  columns: {
    date: ['Buchungstag'],
    settle_date: ['Wertstellung (Valuta)'],
    transaction_type: ['Vorgang'],
    note: ['Buchungstext'],
    net: ['Umsatz in EUR'],
  },
  decimalMark: ',',
  dateOrder: 'dmy',
  currency: 'EUR',
  closing: /^neuer kontostand$/i,
  extract: [{ from: 'note', pattern: /WKN[ /:]*(?:ISIN)?[ :]*(?<wkn>[A-Z0-9]{6})\b/ }],
  rules: [
    { when: { date: /^offen$/i }, skip: 'pending' },
    { when: { date: /^(alter|neuer) kontostand|^umsätze/i }, skip: 'total' },
    { when: { transaction_type: /^wertpapiere$/i }, refuse: 'cash_of_trade' },
    { when: { transaction_type: /^zins \/ dividende wp/i }, post: { type: 'dividend' } },
    { when: { transaction_type: /^(zinsen|kontoabschluss)/i }, post: { type: 'interest', isCashOnly: true } },
    { when: { transaction_type: /steuer/i }, post: { type: 'tax' } },
    { when: { transaction_type: /gebühr|entgelt/i }, post: { type: 'fees_cash', isCashOnly: true } },
    {
      when: {
        transaction_type:
          /lastschrift|übertrag|überweisung|gutschrift|auszahlung|einzahlung|kartenverfügung|visa/i,
      },
      post: { type: 'deposit' },
    },
  ],
}
