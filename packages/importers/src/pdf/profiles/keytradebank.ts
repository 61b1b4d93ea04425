import type { BankProfile } from './profile.ts'

/** Keytrade Bank in Belgium. A watermark may stand between the letters of the lines. */
export const keytradebank: BankProfile = {
  bank: 'keytradebank',
  recognise: [['keytrade bank']],
  values: [{ kinds: ['dividend'], lines: ['{*}COUPON NR {n} : {shares} {name} ({isin}) {*}'] }],
  forms: [
    { ...dutch('Verkoop'), kind: 'sale' },
    { ...dutch('Aankoop'), kind: 'purchase' },
    { ...french('Vente'), kind: 'sale' },
    { ...french('Achat'), kind: 'purchase' },
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

function french(word: string) {
  return {
    when: [['compte titres']],
    values: [
      `{*}${word} {shares} {name} ({isin}) à {price} EUR{*}`,
      'Ordre créé à: {date}{*}',
      '{*}Montant brut {+|-} {gross} EUR{*}',
      '{Débit|Crédit} {amount} {currency}',
    ],
    optional: ['{*}Taxe boursière - {n}% - {tax} EUR{*}', '{*}Courtage - {fee} EUR{*}'],
  }
}
