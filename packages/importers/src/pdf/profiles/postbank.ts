import type { BankProfile } from './profile.ts'

/** Postbank: income counts on the day it is payable. */
export const postbank: BankProfile = {
  bank: 'postbank',
  recognise: [['postbank'], ['pbnkdeff']],
  values: [{ kinds: ['dividend'], lines: ['Zahlbarkeitstag {date} {*}'] }],
  forms: [
    {
      when: [['vorabpauschale jahreswert', 'belastung mit wert']],
      unless: ['storno'],
      kind: 'taxes',
      values: [['Stück WKN ISIN', '{shares} {wkn} {isin}'], 'Belastung mit Wert {date} {amount} {currency}'],
    },
    {
      when: [['ausschüttung investmentfonds', 'ausmachender betrag']],
      unless: ['storno'],
      kind: 'dividend',
      values: [
        'Stück {shares} {name} {isin} ({wkn})',
        'Zahlbarkeitstag {date} {*}',
        'Ausschüttung {*}{gross} {|+} EUR',
        'Ausmachender Betrag {amount} {|+} {currency}',
      ],
      optional: [
        '{Einbehaltene Quellensteuer|Kapitalertragsteuer|Solidaritätszuschlag|Kirchensteuer} {*} {tax} EUR',
        'Ex-Tag {ex}{*}',
      ],
    },
  ],
  tables: [
    {
      when: [['buchung wert vorgang buchungsinformation soll haben']],
      currency: 'EUR',
      context: ['Kontoauszug: {*} vom {since} bis {until}'],
      entry: '{day}/{bookingDay} {text} {amount}',
      rows: [
        {
          lines: ['{day}/{bookingDay} {text} {amount}', '{text}'],
          kind: { credit: 'deposit', debit: 'removal' },
          kindByText: [
            {
              words: [
                'wertp abrechn',
                'wertpapierabrechnung',
                'wertpapierzahlung',
                '^zins divid',
                'postbank depot',
              ],
              rejected: 'other-document',
            },
            {
              words: ['^zinsen', '^habenzins', '^sollzins'],
              kind: { credit: 'interest', debit: 'interestCharge' },
            },
            {
              words: ['^entgelt', '^kontofuhrung', '^auszug entgelt'],
              kind: { credit: 'feeRefund', debit: 'fee' },
            },
          ],
        },
      ],
    },
  ],
}
