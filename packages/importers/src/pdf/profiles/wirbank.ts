import type { BankProfile } from './profile.ts'

const paid =
  '{Verrechneter Betrag|Gutgeschriebener Betrag|Charged amount|Amount credited|Credited amount|Montant débité|Montant crédité|Montant porté au crédit|Importo addebitato|Importo accreditato}: {Valuta|Value date|Valeur|Date de valeur|Data valuta} {date} {currency} {amount}'
const units = '{shares} {Ant|Anteile|Anteil|Qty|units|unit|Parts|part|Unités|Quote|Quota} {name}'

/** VIAC: pension accounts and portfolios of WIR Bank (Terzo), VIAC Invest. */
export const wirbank: BankProfile = {
  bank: 'wirbank',
  recognise: [['viac', 'info viac ch'], ['terzo vorsorgestiftung']],
  titles: {
    purchase: ['order zeichnung', 'order subscription'],
    sale: ['order rücknahme', 'order redemption'],
  },
  values: [
    { lines: [paid] },
    { lines: [units, 'ISIN: {isin}'] },
    {
      lines: [
        '{Umrechnungskurs|Exchange rate|Taux de change|Cours de change} {word}',
        '{rate} {currency} {n}',
      ],
    },
  ],
  forms: [
    {
      when: [['viac', 'isin']],
      where:
        '{Dividendenart|Type of dividend|Dividend type|Type de dividende}: {*}{Quellensteuer|withholding tax|tax refund|impôt}{*}',
      kind: 'taxRefund',
      values: [units, 'ISIN: {isin}', paid],
    },
    {
      when: [
        ['gutschrift vom', 'viac'],
        ['credit from', 'viac'],
        ['crédit du', 'viac'],
      ],
      unless: ['isin'],
      kind: 'deposit',
      values: ['{Gutschrift|Credit|Crédit}: {Valuta|Value date|Valeur} {date} {currency} {amount}'],
    },
    {
      when: [
        ['verwaltungsgebühr', 'haben wir ihr konto belastet'],
        ['effective viac administration fee'],
        ['commission de gestion viac'],
        ['effective administration fee', 'viac'],
      ],
      kind: 'fee',
      values: [paid],
    },
    {
      when: [
        ['zinsgutschrift', 'zinssatz', 'viac'],
        ['interest credit', 'interest rate', 'viac'],
        ["taux d'intérêt", 'viac'],
      ],
      kind: 'interest',
      values: [
        '{Am|On|Le|En date du|Nous avons crédité en date du} {date} {*}',
        '{Verrechneter Betrag|Gutgeschriebener Betrag|Amount credited|Charged amount|Credited amount|Montant crédité}: {currency} {amount}',
      ],
    },
  ],
}
