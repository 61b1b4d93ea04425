import type { BankProfile } from './profile.ts'

/** Commerzbank: letters stand apart; taxes come with a tax note of their own, dated like its trade or payment. */
export const commerzbank: BankProfile = {
  bank: 'commerzbank',
  recognise: [
    ['commerzbank aktiengesellschaft'],
    ['c o m m e r z b a n k'],
    ['commerzbank ag', 'steuerliche behandlung'],
  ],
  labels: {
    gross: ['*bemessungsgrundlage'],
    information: ['abgeführte Steuern', 'erstattete Steuern'],
  },
  dateOrder: { income: ['payDate', 'valueDate'] },
  hasSeparateTaxNotes: true,
  values: [
    { kinds: ['taxNote'], lines: ['Steuerliche Behandlung: {*} vom {date}'] },
    { lines: ['Summe St. {shares} {currency} {price} {currency} {gross}'] },
    { kinds: ['dividend'], lines: ['per {word} {*}', '{currency} {nominal} {*}'] },
  ],
}
