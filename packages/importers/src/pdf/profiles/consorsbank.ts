import type { BankProfile } from './profile.ts'

const taxes = '{Quellensteuer|Kapitalertragsteuer|Solidaritätszuschlag|Kirchensteuer}'

/** Consorsbank and Cortal Consors: notes of three generations, account statements. */
export const consorsbank: BankProfile = {
  bank: 'consorsbank',
  recognise: [['consorsbank'], ['cortal consors']],
  values: [
    // Until 2019: the nominal value of a bond stands without a label before its number.
    { kinds: ['dividend'], lines: ['{currency} {nominal} WKN: {wkn}'] },
  ],
  forms: [
    {
      when: [
        ['ertragsgutschrift', 'brutto in eur'],
        ['dividendengutschrift', 'brutto in eur'],
        ['zinsgutschrift', 'brutto in eur'],
      ],
      unless: ['storno'],
      kind: 'dividend',
      values: [
        '{*} {isin}',
        '{shares} Stück',
        ['{gross} {currency}', 'Brutto in EUR'],
        ['{amount} {currency}', 'Netto zugunsten IBAN{*}'],
        'Valuta {date}{*}',
      ],
      optional: [
        ['{tax} {currency}', `${taxes} in EUR`],
        ['{tax} {currency}', `abzgl. ${taxes}{*}von {n} EUR`],
        `abzgl. ${taxes} {n} % von {n} EUR {tax} EUR`,
      ],
    },
  ],
  tables: [
    {
      when: [['kontoauszug', 'buchungssaldo alt', 'pnnr']],
      context: ['Datum {until} {*}Kontowährung {currency}'],
      entry: '{*} {bookingDay} {n} {day} {money}',
      rows: [
        {
          lines: ['{text} {bookingDay} {n} {day} {amount} {sign?}'],
          kind: { credit: 'deposit', debit: 'removal' },
          kindByText: [
            {
              words: ['zins/divid', 'effekten', 'wertpapier', 'wp-', 'dividend', 'ertrag', 'kupon', 'fonds'],
              rejected: 'other-document',
            },
            { words: ['^abschluss'], kind: { credit: 'interest', debit: 'interestCharge' } },
            { words: [''], isByWords: true },
          ],
        },
      ],
    },
  ],
}
