import type { BankProfile } from './profile.ts'

/** findependent. */
export const findependentag: BankProfile = {
  bank: 'findependentag',
  recognise: [['findependent ag']],
  dateOrder: { trade: ['valueDate'] },
  forms: [
    {
      when: [['ertragsausschüttung', 'ertrag pro anteil']],
      unless: ['verrechnungssteuer', 'quellensteuer', 'storno'],
      kind: 'dividend',
      values: [
        'ETF-Name {name}',
        'ISIN {isin}',
        'Valuta {date}',
        'Anzahl Anteile {shares}',
        'Ertrag pro Anteil {foreignCurrency} {price}',
        'Ertrag total {*}{currency} {amount}',
      ],
    },
  ],
}
