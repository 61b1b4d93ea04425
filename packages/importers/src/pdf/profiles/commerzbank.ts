import type { BankProfile } from './profile.ts'

/** Commerzbank: letters stand apart; taxes come with a tax note of their own; the pay date counts. */
export const commerzbank: BankProfile = {
  bank: 'commerzbank',
  recognise: [['commerzbank aktiengesellschaft'], ['c o m m e r z b a n k']],
  dateOrder: { income: ['payDate', 'valueDate'] },
  hasSeparateTaxNotes: true,
}
