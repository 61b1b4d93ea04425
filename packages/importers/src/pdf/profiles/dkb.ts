import type { BankProfile, KindByText, RowRule } from './profile.ts'

/** DKB: trade and income notes, account statements in two layouts, statements of the Visa card. */
export const dkb: BankProfile = {
  bank: 'dkb',
  recognise: [
    ['deutsche kreditbank', 'taubenstr 7 9'],
    ['deutsche kreditbank', 'taubenstrasse 7 9'],
    ['deutsche kreditbank ag', 'betrag soll eur'],
    ['www dkb de', 'saldo letzte abrechnung'],
    ['visa card nummer', 'saldo letzte abrechnung'],
  ],
  tables: [
    {
      when: [['saldo letzte abrechnung']],
      currency: 'EUR',
      rows: [
        {
          lines: ['{word} {date} {text} {money}'],
          kind: { credit: 'deposit', debit: 'removal' },
          kindByText: [
            { words: ['habenzins', 'sollzins'], kind: { credit: 'interest', debit: 'interestCharge' } },
            { words: ['kartenpreis', 'entgelt', 'gebuhr'], kind: { credit: 'feeRefund', debit: 'fee' } },
          ],
        },
      ],
      entry: '{date} {date} {*} {money}',
    },
    {
      when: [['betrag soll eur', 'betrag haben eur']],
      currency: 'EUR',
      context: ['{date} Abrechnung {*}'],
      parts: ['Abrechnung {date} {n}', 'Zinsen für {*}'],
      rows: [...interestRows(), ...signedRows()],
      entry: '{date} {*} {money}',
    },
    {
      when: [['wir haben fur sie gebucht']],
      currency: 'EUR',
      context: ['Kontoauszug Nummer {*} vom {word} bis {until}', '{day} {valueDay} Abrechnung {date} {n}'],
      parts: ['Abrechnung {date} {n}', 'Zinsen für {*}'],
      rows: [...interestRows(), ...unsignedRows()],
      entry: '{day} {valueDay} {*} {money}',
    },
  ],
}

/** The annex of a statement lists interest and its taxes. */
function interestRows(): RowRule[] {
  return [
    {
      lines: ['Zinsen für Guthaben {gross}'],
      details: ['{Kapitalertragsteuer|Solidaritätszuschlag|Kirchensteuer} {tax}'],
      kind: 'interest',
    },
    { lines: ['Zinsen für {*} {amount}'], kind: { credit: 'interest', debit: 'interestCharge' } },
  ]
}

/** Since 2022: the amount has a sign and stands beside, above or below its entry. */
function signedRows(): RowRule[] {
  const kind = { credit: 'deposit', debit: 'removal' } as const
  const kindByText: KindByText[] = [
    { words: ['wertpapierabrechnung', 'berichtigung', 'depotgebuhr'], rejected: 'other-document' },
    { words: ['stornorechnung'], kind: { credit: 'interest', debit: 'interestCharge' } },
    { words: ['kreditkarten', 'kartenabrechnung', 'visa'], kind: { credit: 'deposit', debit: 'removal' } },
    { words: ['rechnung', 'entgelt'], kind: { credit: 'feeRefund', debit: 'fee' } },
  ]
  const places = [
    ['{date} {text} {money}'],
    ['0 {date} {text} {money}'],
    ['{money}', '{date} {text}'],
    ['{money}', '0 {date} {text}'],
    ['{date} {text}', '{money}'],
    ['0 {date} {text}', '{money}'],
  ]
  return [
    { lines: ['{date} Abrechnung {date} {*}'], kind: 'interest', isSkipped: true },
    { lines: ['{money}', '{date} Abrechnung {date} {*}'], kind: 'interest', isSkipped: true },
    { lines: ['{money}', 'Kontostand am {*}'], kind: 'deposit', isSkipped: true },
    ...places.map(lines => ({ lines, kind, kindByText })),
  ]
}

/** Until 2022: the amounts stand in two columns, so the words of the entry say the direction. */
function unsignedRows(): RowRule[] {
  return [
    {
      lines: ['{day} {valueDay} {text} {money}'],
      kind: 'removal',
      kindByText: [
        { words: ['abrechnung 0', 'abrechnung 1', 'abrechnung 2', 'abrechnung 3'], isSkipped: true },
        { words: ['wertpapier', 'depotgebuhr'], rejected: 'other-document' },
        { words: ['kreditkartenabr', 'kartenabrechnung'], kind: 'removal' },
        {
          words: [
            'zahlungseingang',
            'lohn gehalt',
            'sonstige buchung',
            'gutschrift',
            'eingang echtzeit',
            'einzahlung',
            'ruckuberweisung',
            'ruckbuchung',
          ],
          kind: 'deposit',
        },
        {
          words: [
            'lastschrift',
            'kartenzahlung',
            'uberweisung',
            'uberw',
            'dauerauftrag',
            'verfugung',
            'verfug',
            'auszahlung',
            'umbuchung',
          ],
          kind: 'removal',
        },
        { words: ['rechnung', 'entgelt', 'gebuhr', 'buchung'], kind: 'fee' },
        { words: [''], isByWords: true },
      ],
    },
  ]
}
