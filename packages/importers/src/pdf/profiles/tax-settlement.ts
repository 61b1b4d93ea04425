import type { FormRule, ValueRule } from './profile.ts'

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

const left = '{Handelszeit|Handelsplatz|Börse|Verwahrart|Lagerland|Ausführungsplatz} {*}'
const fees =
  '{Orderentgelt|Orderprovision|Provision|Fremde Spesen|Fremdspesen|Eigene Spesen|Abwicklungsentgelt|Transaktionsentgelt|Courtage|Maklercourtage|Handelsentgelt|Handelsplatzgebühr|Börsengebühr|Gebühr}'
const taxes =
  '{Kapitalertragsteuer|Solidaritätszuschlag|Kirchensteuer|Finanztransaktionssteuer|Quellensteuer}'

/** In the same layout two columns may run into each other: the amount stands above its label. */
export const amountsAboveLabels: readonly ValueRule[] = [
  { lines: ['Handelstag {date} {currency} {gross}', 'Kurswert'] },
  ...[[fees, '{fee}'] as const, [taxes, '{tax}'] as const].flatMap(([label, value]) => [
    { lines: [`{currency} ${value}`, left, label] },
    { lines: [`{currency} ${value}`, label] },
  ]),
]
