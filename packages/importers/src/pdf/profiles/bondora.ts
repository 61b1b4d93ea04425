import type { BankProfile } from './profile.ts'

/** Bondora Go & Grow: statements of payments and daily returns. */
export const bondora: BankProfile = {
  bank: 'bondora',
  recognise: [['go grow zinsen'], ['go grow returns']],
  tables: [
    {
      currency: 'EUR',
      entry: '{date} {text} {amount} € {balance} €',
      rows: [
        { lines: ['{date} {text} €{amount} €{balance}'], kind: 'deposit', kindByText: kinds() },
        { lines: ['{date} {text} {amount} € {balance} €'], kind: 'deposit', kindByText: kinds() },
      ],
    },
  ],
}

function kinds() {
  return [
    { words: ['zinsen', 'returns'], kind: 'interest' },
    { words: ['abheben', 'auszahlung', 'withdrawal'], kind: 'removal' },
    { words: ['automatische uberweisung', 'automatic transfer'], isSkipped: true },
  ] as const
}
