import type { BankProfile } from './profile.ts'

const security = ['WKN / ISIN {wkn} / {isin}', 'Stück {shares}']
const withheld = 'Anrechenbare ausländische Quellensteuer {part} {currency}'

/** TARGOBANK: notes before taxes, and a tax annex for each. */
export const targobank: BankProfile = {
  bank: 'targobank',
  recognise: [
    ['targobank ag', 'effektenabrechnung'],
    ['targobank ag', 'steuerbeilage'],
    ['targobank ag', 'wkn isin'],
  ],
  hasSeparateTaxNotes: true,
  values: [{ lines: ['WKN / ISIN {wkn} / {isin}'] }, { lines: ['Stück {shares}'] }],
  forms: [
    {
      when: [['steuerbeilage', 'transaktionstyp', 'belastung ihres kontos']],
      kind: 'taxes',
      values: [...security, 'Gesamtsumme Steuern {part} {currency}', 'Schlusstag{*} {date}{*}'],
      optional: [withheld],
    },
    {
      when: [['steuerbeilage', 'belastung ihres kontos']],
      kind: 'taxes',
      values: [
        ...security,
        'Gesamtsumme Steuern {part} {currency}',
        'Belastung Ihres Kontos{*}mit Wertstellung zum {date}{.|}',
      ],
      optional: [withheld],
    },
    {
      when: [['steuerbeilage', 'transaktionstyp', 'gutschrift auf ihrem konto']],
      kind: 'taxRefund',
      values: [...security, 'Gesamtsumme Steuern {amount} {currency}', 'Schlusstag{*} {date}{*}'],
    },
    {
      when: [['steuerbeilage', 'gutschrift auf ihrem konto']],
      kind: 'taxRefund',
      values: [
        ...security,
        'Gesamtsumme Steuern {amount} {currency}',
        'Gutschrift auf Ihrem Konto{*}mit Wertstellung zum {date}{.|}',
      ],
    },
  ],
}
