import type { Preset } from '../csv/preset.ts'

/** ING (Netherlands): 'Af- en bijschrijvingen' as CSV, in Dutch or English. Amounts have no sign. */
export const ingNl: Preset = {
  id: 'ing_nl',
  name: 'ING Nederland',
  format: 'csv',
  followsPublishedColumns: true,
  detect: [
    ['Datum', 'Naam / Omschrijving', 'Rekening', 'Tegenrekening', 'Code', 'Af Bij', 'Bedrag (EUR)'],
    ['Date', 'Name / Description', 'Account', 'Counterparty', 'Code', 'Debit/credit', 'Amount (EUR)'],
  ],
  columns: {
    date: ['Datum', 'Date'],
    name: ['Naam / Omschrijving', 'Name / Description'],
    account: ['Rekening', 'Account'],
    counter_account: ['Tegenrekening', 'Counterparty'],
    side: ['Af Bij', 'Debit/credit'],
    net: ['Bedrag (EUR)', 'Amount (EUR)'],
    category: ['Mutatiesoort', 'Transaction type'],
    note: ['Mededelingen', 'Notifications'],
  },
  decimalMark: ',',
  dateOrder: 'ymd',
  currency: 'EUR',
  securityBy: [],
  rules: [
    { when: { side: /^(bij|credit)$/i, name: /^rente/i }, post: { type: 'interest', side: 'in' } },
    { when: { side: /^(af|debit)$/i, name: /^kosten /i }, post: { type: 'fees_cash', side: 'out' } },
    { when: { side: /^(bij|credit)$/i }, post: { type: 'deposit', side: 'in' } },
    { when: { side: /^(af|debit)$/i }, post: { type: 'withdrawal', side: 'out' } },
  ],
}
