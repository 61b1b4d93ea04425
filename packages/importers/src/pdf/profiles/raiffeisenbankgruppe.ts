import type { BankProfile } from './profile.ts'

/** Raiffeisen banks in Austria, Germany (also Volksbanken) and Switzerland. */
export const raiffeisenbankgruppe: BankProfile = {
  bank: 'raiffeisenbankgruppe',
  recognise: [
    ['raiffeisenbank'],
    ['raiffeisenlandesbank'],
    ['raiffeisen ch'],
    ['bu tag wert vorgang', 'alter kontostand vom', 'volksbank'],
  ],
  titles: { sale: ['geschäftsart rücknahme'], purchase: ['geschäftsart ausgabe'] },
  values: [{ lines: ['Zu {Gunsten|Lasten} IBAN {*} {amount} {currency}'] }],
  forms: [
    {
      when: [['gebührenbelastung depot']],
      kind: 'fee',
      values: ['Belastung Valuta {date} {currency} {amount}'],
    },
  ],
  tables: [
    {
      when: [['bu tag wert vorgang', 'alter kontostand vom']],
      currency: 'EUR',
      context: ['erstellt am {until} {*}'],
      parts: ['{*}neuer Kontostand vom {*}'],
      entry: '{bookingDay} {day} {text} {amount} {sign}',
      rows: [
        {
          lines: ['{bookingDay} {day} Abschluss {*} {gross} H'],
          details: [
            '{bookingDay} {bookingDay} {Solid.-Zuschlag|Solidaritätszuschlag|Kirchensteuer|Kapitalertragsteuer}{*} {tax} S',
          ],
          kind: 'interest',
        },
        {
          lines: [
            '{bookingDay} {day} {Solid.-Zuschlag|Solidaritätszuschlag|Kirchensteuer|Kapitalertragsteuer}{*} S',
          ],
          kind: 'taxes',
          isSkipped: true,
        },
        {
          lines: ['{bookingDay} {day} {text} {amount} {sign}'],
          kind: { credit: 'deposit', debit: 'removal' },
          kindByText: [
            { words: ['^abschluss'], kind: { credit: 'interest', debit: 'fee' } },
            { words: ['^wertpapier', '^wp abrechnung', '^union investment'], rejected: 'other-document' },
            { words: ['^lohn', '^gehalt', '^rente'] },
            { words: [''], isByWords: true },
          ],
        },
      ],
    },
    {
      when: [['datum buchungstext wert betrag eur', 'alter kontostand laut auszug']],
      currency: 'EUR',
      context: ['Alter Kontostand laut Auszug vom {since} {*}'],
      entry: '{day} {text} {n} {amount}',
      rows: [
        {
          lines: ['{day} {text} {n} {amount}'],
          kind: { credit: 'deposit', debit: 'removal' },
          kindByText: [
            {
              words: ['^abrechnung', '^kauf', '^verkauf', '^ertrag', '^tilgung'],
              rejected: 'other-document',
            },
            { words: ['^zinsen', '^habenzins', '^sollzins', '^abschluss'], isUnknown: true },
            {
              words: [
                '^gutschrift',
                '^lastschrift',
                '^uberweisung',
                '^dauerauftrag',
                '^auszahlung',
                '^einzahlung',
                '^online',
                '^internet',
                '^sepa',
                '^eigenubertrag',
                '^umbuchung',
              ],
            },
            {
              words: ['^spesen', '^depotgebuhr', '^gebuhr', '^entgelt'],
              kind: { credit: 'feeRefund', debit: 'fee' },
            },
            { words: [''], isByWords: true },
          ],
        },
      ],
    },
  ],
}
