import type { BankProfile } from './profile.ts'

/** Deutsche Bank and maxblue: discounts of the commission are lines of their own. */
export const deutschebank: BankProfile = {
  bank: 'deutschebank',
  recognise: [
    ['deutsche bank ag', 'buchung valuta vorgang'],
    ['deutsche bank ag', 'filialnummer depotnummer'],
    ['deutsche bank ag', 'db ansparplan'],
    ['deutsche bank ag', 'gutschrift mit wert', 'zahlbar'],
    ['deutsche bank privat und geschaftskunden ag', 'ihr depot nr'],
    ['deutsche bank privat und geschaftskunden ag', 'filialnummer depotnummer'],
  ],
  labels: {
    fee: ['Provisions-Rabatt', 'Ausgekehrte Zuwendungen'],
    accrued: ['Zinstage'],
    information: ['Summe der in der Abrechnung enthaltenen Provisionen'],
  },
  tables: [
    {
      when: [['db ansparplan', 'geschaftsart kauf', 'belegnummer valuta']],
      context: ['{name}, WKN {wkn}, Ausgabeaufschlag {load}%', '{name}, WKN {wkn}'],
      rows: [{ lines: ['{date} {shares} {price} {word} {amount} {currency}'], kind: 'purchase' }],
      entry: '{date} {n} {n} {*} {n} {currency}',
    },
    {
      when: [['buchung valuta vorgang']],
      currency: 'EUR',
      context: ['Kontoauszug vom {word} bis {until}'],
      rows: [
        {
          lines: ['{day} {valueDay} {text} {money}', '?{text}'],
          kind: { credit: 'deposit', debit: 'removal' },
          kindByText: [
            { words: ['wertpapier', 'effekten', 'dividende', 'kupon'], rejected: 'other-document' },
            { words: ['abschlussposten', 'rechnungsabschluss'], isUnknown: true },
            { words: ['zinsen'], kind: { credit: 'interest', debit: 'interestCharge' } },
            { words: ['entgelt', 'gebuhr'], kind: { credit: 'feeRefund', debit: 'fee' } },
          ],
        },
      ],
      entry: '{day} {valueDay} {*} {money}',
    },
  ],
}
