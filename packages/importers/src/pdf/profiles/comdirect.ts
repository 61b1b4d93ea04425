import type { BankProfile } from './profile.ts'

/** comdirect: notes before taxes, notes of their tax treatment in the same file or in one of their own, statements. */
export const comdirect: BankProfile = {
  bank: 'comdirect',
  recognise: [
    ['ihre comdirect'],
    ['comdirect bank ag', 'wpknr isin'],
    ['comdirect bank ag', 'steuerliche behandlung'],
    ['comdirect bank', 'depotbestand wertpapier bezeichnung'],
    ['comdirect', '25449 quickborn', 'geschaftsabrechnung vom'],
    ['comdirect', 'finanzreport nr'],
  ],
  labels: {
    gross: ['Steuerbemessungsgrundlage', 'Steuerbemessungsgrundlage vor Verlustverrechnung'],
    information: ['abgeführte Steuern', 'erstattete Steuern'],
  },
  hasSeparateTaxNotes: true,
  values: [{ lines: ['Summe St. {shares} {currency} {price} {currency} {gross}'] }],
  tables: [
    {
      when: [['finanzreport nr', 'buchungstag']],
      currency: 'EUR',
      rows: [
        {
          // The value date stands below the day of booking.
          lines: ['{value} {text} {money}', '{date}{*}'],
          kind: { credit: 'deposit', debit: 'removal' },
          kindByText: [
            { words: ['wertpapiere', 'dividende', 'kupon'], rejected: 'other-document' },
            {
              words: ['steuerverrechnu', 'steuererstattung', 'vorabpauschale', 'steuern'],
              kind: { credit: 'taxRefund', debit: 'taxes' },
            },
            { words: ['entgelt', 'gebuhr'], kind: { credit: 'feeRefund', debit: 'fee' } },
            {
              words: ['zinsen', 'kontoabschluss', 'zinsabschluss'],
              kind: { credit: 'interest', debit: 'interestCharge' },
            },
          ],
        },
      ],
      entry: '{date} {*} {money}',
    },
  ],
}
