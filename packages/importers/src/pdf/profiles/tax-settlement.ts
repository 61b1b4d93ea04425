import type { FormRule } from './profile.ts'

/** Tax paid back with a trade, as S Broker and onvista print it: a payment of its own below the trade. */
export const taxSettlement: FormRule = {
  when: [['steuerausgleich nach 43a estg']],
  unless: ['storno'],
  starts: 'Wir haben für Sie {*}',
  where: 'Steuerausgleich nach {*}',
  kind: { credit: 'taxRefund', debit: 'taxes' },
  isExtra: true,
  values: [
    '{name} {isin}',
    'STK {shares} {*}',
    'Handelstag {date} {*}',
    ['Wert {*}Abrechnungs-Nr. Betrag zu Ihren {sign}', '{*} {currency} {amount}'],
  ],
}

const payment = ['Wert {*}Betrag zu Ihren {sign}', '{date} {*}{currency} {amount}']

/** Tax on income that a fund keeps, in the same layout. The fund pays part of it: some money may come back. */
export const retainedIncome: FormRule = {
  when: [['ertragsthesaurierung', 'gattungsbezeichnung isin']],
  unless: ['storno'],
  kind: { credit: 'taxRefund', debit: 'taxes' },
  values: ['{name} {isin}', 'STK {shares} {*}', payment],
}
