import type { Preset } from '../csv/preset.ts'

/** flatex: 'Kontoumsätze' as CSV. Its trades have no quantity: those of the 'Depotumsätze' have. */
export const flatexCash: Preset = {
  id: 'flatex_cash',
  name: 'flatex Konto',
  custodian: 'flatex',
  format: 'csv',
  followsPublishedColumns: true,
  detect: [['Buchtag', 'Valuta', 'Buchungsinformationen', 'TA-Nr.', 'Betrag']],
  columns: {
    date: ['Buchtag'],
    settle_date: ['Valuta'],
    transaction_type: ['Buchungsinformationen'],
    note: ['Buchungsinformationen'],
    reference: ['TA-Nr.'],
    counter_account: ['IBAN / Kontonummer'],
    net: ['Betrag'],
    currency: { rightOf: ['Betrag'] },
    account: ['Konto'],
  },
  decimalMark: ',',
  dateOrder: 'dmy',
  identity: ['reference', 'date', 'currency'],
  extract: [{ from: 'note', pattern: /(?<isin>\b[A-Z]{2}[A-Z0-9]{9}\d\b)/ }],
  rules: [
    { when: { transaction_type: /ausführung order/i }, refuse: 'cash_of_trade' },
    {
      when: { transaction_type: /dividende|ertrag|ausschüttung|thesaurierung/i },
      post: { type: 'dividend' },
    },
    { when: { transaction_type: /kupon|coupon/i }, post: { type: 'coupon' } },
    { when: { transaction_type: /zinsen|zinsabschluss/i }, post: { type: 'interest', isCashOnly: true } },
    { when: { transaction_type: /steuer/i }, post: { type: 'tax' } },
    {
      when: { transaction_type: /gebühr|entgelt|provision/i },
      post: { type: 'fees_cash', isCashOnly: true },
    },
    {
      when: { transaction_type: /überweisung|einzahlung|auszahlung|lastschrift|übertrag|gutschrift/i },
      post: { type: 'deposit' },
    },
  ],
}
