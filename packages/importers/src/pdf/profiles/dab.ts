import type { BankProfile } from './profile.ts'

/** DAB Bank (BNP Paribas, Munich): notes, and overviews of the account without signs. */
export const dab: BankProfile = {
  bank: 'dab',
  recognise: [['dab bank ag'], ['bnp paribas s a niederlassung deutschland', 'landsberger strasse 300']],
  values: [{ kinds: ['sale'], lines: ['Nominal Einlösung zu:', '{currency} {nominal} {price} %'] }],
  tables: [
    {
      when: [['kontoubersicht vom', 'nach buchungsdatum']],
      currency: 'EUR',
      rows: [
        {
          lines: ['{Kontostand|Saldovortrag|Anfangssaldo} per {date} {money}'],
          kind: 'deposit',
          isSkipped: true,
        },
        {
          lines: ['{text} {date} {money}'],
          kind: 'deposit',
          kindByText: [
            {
              words: ['managementgebuhr', 'verwaltungsgebuhr', 'depotgebuhr', 'gebuhr', 'entgelt'],
              kind: 'fee',
            },
            {
              words: [
                'kauf',
                'verkauf',
                'dividende',
                'ausschuttung',
                'zinszahlung',
                'kupon',
                'tilgung',
                'falligkeit',
                'fondssparplan',
                'sparplan',
                'ertrag',
                'bezug',
                'vorabpauschale',
              ],
              rejected: 'other-document',
            },
            { words: ['sepa gutschrift', 'zahlungseingang', 'gutschrift', 'einzahlung'], kind: 'deposit' },
            // The bank collects what the customer pays in.
            { words: ['sepa lastschrift'], kind: 'deposit' },
            { words: ['uberweisung', 'dauerauftrag', 'auszahlung'], kind: 'removal' },
            { words: ['habenzins'], kind: 'interest' },
            { words: ['sollzins'], kind: 'interestCharge' },
            { words: [''], isByWords: true },
          ],
        },
      ],
    },
  ],
}
