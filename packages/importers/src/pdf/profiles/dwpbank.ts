import type { BankProfile } from './profile.ts'

/** Lists of the purchases of a savings plan, made by dwpbank for several banks. */
export const dwpbank: BankProfile = {
  bank: 'dwpbank',
  recognise: [
    ['halbjahresabrechnung sparplan'],
    ['jahresabrechnung sparplan'],
    ['quartalsabrechnung sparplan'],
  ],
  tables: [
    {
      currency: 'EUR',
      context: ['{name} {isin} ({*})', '{name} {isin}'],
      rows: [
        {
          lines: ['Kauf {amount} {word} {price} {rate} {shares} {date} {value} 0,00 0,00'],
          kind: 'purchase',
        },
      ],
      entry: '{Kauf|Verkauf} {n} {*} {date} {*}',
    },
  ],
}
