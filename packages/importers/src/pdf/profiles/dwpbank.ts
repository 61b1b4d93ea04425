import type { BankProfile } from './profile.ts'

/** Lists of the purchases of a savings plan, made by dwpbank for several banks. */
export const dwpbank: BankProfile = {
  bank: 'dwpbank',
  recognise: [
    ['halbjahresabrechnung sparplan'],
    ['jahresabrechnung sparplan'],
    ['quartalsabrechnung sparplan'],
  ],
  tables: [
    {
      currency: 'EUR',
      context: ['{name} {isin} ({*})', '{name} {isin}'],
      rows: [
        {
          lines: ['Kauf {amount} {word} {price} {rate} {shares} {date} {value} 0,00 0,00'],
          kind: 'purchase',
        },
      ],
      entry: '{Kauf|Verkauf} {n} {*} {date} {*}',
    },
  ],
}

/** Income notes that dwpbank makes for several banks: the value date counts. Banks that differ have a profile of their own. */
export const dwpbankIncome: BankProfile = {
  bank: 'dwpbank_income',
  recognise: [['zahlbarkeitstag', 'den betrag buchen wir mit wertstellung', 'ausmachender betrag']],
  dateOrder: { income: ['valueDate', 'payDate'] },
}
