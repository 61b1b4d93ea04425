import type { BankProfile } from './profile.ts'

const executed = ["Date et heure d'exécution: {date} {time} {*}"]
/** The watermark may hide the day of execution. An order for the day is executed on its own day. */
const ordered = ['Validité: Day', 'Ordre créé à: {date}{*}']

/** Keytrade Bank in Belgium. A watermark may stand between the letters of the lines. */
export const keytradebank: BankProfile = {
  bank: 'keytradebank',
  recognise: [['keytrade bank']],
  values: [{ kinds: ['dividend'], lines: ['{*}COUPON NR {n} : {shares} {name} ({isin}) {*}'] }],
  forms: [
    { ...dutch('Verkoop'), kind: 'sale' },
    { ...dutch('Aankoop'), kind: 'purchase' },
    ...[executed, ordered].flatMap(day => [
      { ...french('Vente', day), kind: 'sale' as const },
      { ...french('Achat', day), kind: 'purchase' as const },
    ]),
  ],
}

function dutch(word: string) {
  return {
    when: [['effectenrekening']],
    values: [
      `{*}${word} {shares} {name} ({isin}) aan {price} {foreignCurrency}{*}`,
      'Datum en tijdstip van uitvoering: {date}{*}',
      '{*}Brutobedrag {+|-} {gross} EUR{*}',
      '{Credit|Debet} {amount} {currency}',
    ],
    optional: ['{*}Beurstaks - {n}% - {tax} EUR{*}', '{*}Makelaarsloon - {fee} EUR{*}'],
  }
}

function french(word: string, day: readonly string[]) {
  return {
    when: [['compte titres']],
    values: [
      `{*}${word} {shares} {name} ({isin}) à {price} {foreignCurrency}{*}`,
      ...day,
      '{*}Montant brut {+|-} {gross} {currency}{*}',
      '{Débit|Crédit} {amount} {currency}{*}',
    ],
    optional: [
      '{*}Taxe boursière - {n}% - {tax} {currency}{*}',
      '{*}Courtage - {fee} {currency}{*}',
      '{*}Frais {*}- {fee} {currency}{*}',
      '{Taux de change|Cours de change}{*} {rate}',
    ],
  }
}
