import type { BankProfile } from './profile.ts'
import { amountsAboveLabels, retainedIncome, taxSettlement } from './tax-settlement.ts'

/** S Broker, and statements of accounts and cards of savings banks. */
export const sbroker: BankProfile = {
  bank: 'sbroker',
  recognise: [
    ['s broker'],
    ...['sparkasse', 'stadtsparkasse', 'kreissparkasse', 'haspa'].map(name => [
      name,
      'nominale wertpapierbezeichnung isin wkn',
    ]),
    ['belegdruck j', 'versandartenschluessel 0000', 'gattungsbezeichnung isin'],
    ['sparkassen finanzgruppe', 'kontoauszug'],
    ['sparkasse', 'kontoauszug', 'kontostand am', 'betrag soll eur'],
    ['sparkasse', 'startsaldo am', 'endsaldo am'],
    ['sparkasse', 'card nummer', 'karteninhaber'],
  ],
  values: [
    { kinds: ['dividend'], lines: ['Zahlbarkeitstag {date} {*}'] },
    { lines: ['Wert {*}Betrag zu Ihren {*}', '{date} {*}EUR/{foreignCurrency} {rate} {currency} {amount}'] },
    ...amountsAboveLabels,
  ],
  // Read by a form: it settles with the day of the trade.
  ends: ['steuerausgleich nach'],
  forms: [retainedIncome, taxSettlement],
  tables: [
    {
      when: [
        ['kontostand am', 'auszug nr'],
        ['startsaldo am', 'endsaldo am'],
      ],
      currency: 'EUR',
      context: ['{section} vom {*} bis {*}'],
      entry: '{value} {date} {text}',
      rows: [
        // The fee of the period is stated in the annex, with the day it is due.
        { lines: ['{*} Entgeltabrechnung {*}'], kind: 'fee', isSkipped: true },
        { lines: ['{date} {date} Abrechnung {value} {*}'], kind: 'interest', isSkipped: true },
        { lines: ['{*} {date} Abrechnung {value} {*}'], kind: 'interest', isSkipped: true },
        {
          lines: ['{amount}', '{date} {Abrechnung|Entgeltabrechnung} {*}'],
          kind: 'interest',
          isSkipped: true,
        },
        {
          lines: ['Abrechnung {date} {amount} {sign?}'],
          kind: 'fee',
          kindByText: [
            { words: ['abrechnungszeitraum'], kind: { credit: 'interest', debit: 'interestCharge' } },
          ],
        },
        { lines: ['{value} {date} {text} {amount} {sign?}'], ...transfers() },
        { lines: ['{value} {date} {text}', '{amount} {sign?}'], ...transfers() },
        { lines: ['{day} {date} {text} {amount} {sign?}'], ...transfers() },
        { lines: ['{amount} {sign?}', '{date} {text}'], ...transfers() },
      ],
    },
    {
      when: [['card nummer', 'karteninhaber', 'angabe des unternehmens']],
      currency: 'EUR',
      context: ['{value} {date} {*}'],
      rows: [
        { lines: ['{value} {date} {text} {amount} {sign?}'], kind: { credit: 'deposit', debit: 'removal' } },
        {
          lines: ['{n}% für {text} {amount} {sign?}'],
          kind: { credit: 'feeRefund', debit: 'fee' },
        },
      ],
    },
  ],
}

function transfers() {
  return {
    kind: { credit: 'deposit', debit: 'removal' },
    kindByText: [
      { words: ['wertpapier', '^wp '], rejected: 'other-document' },
      { words: ['^lohn', '^gehalt', '^rente'] },
      { words: [''], isByWords: true },
    ],
  } as const
}
