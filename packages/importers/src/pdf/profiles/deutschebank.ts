import type { BankProfile } from './profile.ts'

/** Deutsche Bank and maxblue: discounts of the commission are lines of their own. */
export const deutschebank: BankProfile = {
  bank: 'deutschebank',
  recognise: [
    ['deutsche bank ag', 'buchung auf kontonummer'],
    ['deutsche bank privat und geschaftskunden', 'depot'],
    ['deutsche bank aktiengesellschaft mit sitz in frankfurt am main', 'depot'],
  ],
  labels: {
    fee: ['Provisions-Rabatt', 'Ausgekehrte Zuwendungen'],
    accrued: ['Zinstage'],
    information: ['Summe der in der Abrechnung enthaltenen Provisionen'],
  },
}
