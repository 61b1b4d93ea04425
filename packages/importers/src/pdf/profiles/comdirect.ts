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
    gross: [
      '*bemessungsgrundlage',
      'Steuerbemessungsgrundlage',
      'Steuerbemessungsgrundlage vor Verlustverrechnung',
    ],
    information: ['abgeführte Steuern', 'erstattete Steuern'],
  },
  hasSeparateTaxNotes: true,
  values: [
    { lines: ['Summe St. {shares} {currency} {price} {currency} {gross}'] },
    // A bond: its nominal value stands where other notes have the pieces.
    { kinds: ['dividend'], lines: ['per {word} {*}', '{currency} {nominal} {*}'] },
  ],
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
            // The first word names the kind; those of the payer or payee say nothing.
            {
              words: ['^wertpapier', '^dividende', '^kupon', '^ertrag', '^ausschuttung', '^zins/dividende'],
              rejected: 'other-document',
            },
            { words: ['^steuer', '^vorabpauschale'], kind: { credit: 'taxRefund', debit: 'taxes' } },
            {
              words: ['^entgelt', '^gebuhr', '^depotentgelt', '^kontofuhrung', '^auslandsentgelt'],
              kind: { credit: 'feeRefund', debit: 'fee' },
            },
            {
              words: ['^zins', '^habenzins', '^sollzins', '^kontoabschluss'],
              kind: { credit: 'interest', debit: 'interestCharge' },
            },
          ],
        },
      ],
      entry: '{date} {*} {money}',
    },
  ],
}
