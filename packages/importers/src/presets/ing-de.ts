import type { Preset } from '../csv/preset.ts'

/** ING (Germany): 'Umsatzanzeige' of an account as CSV, which starts with lines of text. */
export const ingDe: Preset = {
  id: 'ing_de',
  name: 'ING Deutschland',
  format: 'csv',
  followsPublishedColumns: true,
  detect: [['Buchung', 'Auftraggeber/Empfänger', 'Buchungstext', 'Verwendungszweck', 'Betrag']],
  columns: {
    date: ['Buchung'],
    settle_date: ['Wertstellungsdatum', 'Valuta'],
    name: ['Auftraggeber/Empfänger'],
    transaction_type: ['Buchungstext'],
    note: ['Verwendungszweck'],
    balance: ['Saldo'],
    net: ['Betrag'],
    currency: { rightOf: ['Betrag'] },
  },
  decimalMark: ',',
  dateOrder: 'dmy',
  securityBy: [],
  extract: [
    { from: 'note', pattern: /\bISIN[ :]*(?<isin>[A-Z]{2}[A-Z0-9]{9}\d)\b/ },
    { from: 'note', pattern: /\bWKN[ /:]*(?<wkn>[A-Z0-9]{6})\b/ },
  ],
  rules: [
    {
      when: { transaction_type: /^(wertpapierkauf|wertpapierverkauf|wp-abrechnung)/i },
      refuse: 'cash_of_trade',
    },
    { when: { transaction_type: /^(zins|zinsgutschrift|zins\/dividende)/i }, post: { type: 'interest' } },
    { when: { transaction_type: /^(entgelt|gebühr)/i }, post: { type: 'fees_cash' } },
    { when: { transaction_type: /steuer/i }, post: { type: 'tax' } },
    {
      when: {
        transaction_type:
          /gutschrift|überweisung|lastschrift|dauerauftrag|gehalt|rente|bargeld|echtzeit|retoure|abbuchung|einzahlung|auszahlung|ueberweisung/i,
      },
      post: { type: 'deposit' },
    },
  ],
}
