import type { BankProfile } from './profile.ts'

/** comdirect: notes before taxes, and notes of their tax treatment in the same file or in one of their own. */
export const comdirect: BankProfile = {
  bank: 'comdirect',
  recognise: [
    ['comdirect bank ag'],
    ['ihre comdirect'],
    ['comdirect', '25449 quickborn'],
    ['comdirect', '25451 quickborn'],
  ],
  labels: {
    gross: ['Steuerbemessungsgrundlage', 'Steuerbemessungsgrundlage vor Verlustverrechnung'],
    information: ['abgeführte Steuern', 'erstattete Steuern'],
  },
}
