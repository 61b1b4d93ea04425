import type { BankProfile } from './profile.ts'

const taxes = '{Quellensteuer|Kapitalertragsteuer|Solidaritätszuschlag|Kirchensteuer}'

/** Consorsbank: income in another currency, with the labels below the amounts. */
export const consorsbank: BankProfile = {
  bank: 'consorsbank',
  recognise: [['consorsbank', 'netto zugunsten iban', 'brutto in eur']],
  forms: [
    {
      when: [['ertragsgutschrift'], ['dividendengutschrift']],
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
}
