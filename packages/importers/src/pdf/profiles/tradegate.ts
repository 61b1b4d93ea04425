import type { BankProfile } from './profile.ts'

/** Tradegate.direct: tax settlements without a trade. */
export const tradegate: BankProfile = {
  bank: 'tradegate',
  recognise: [['tradegate ag', 'tradegate direct']],
  forms: [
    {
      when: [['steuerliche verrechnungen', 'folgender betrag mit heutiger valuta']],
      kind: { credit: 'taxRefund', debit: 'taxes' },
      currency: 'EUR',
      values: ['Datum {date}', '{Belastung|Gutschrift|Erstattung} {amount}'],
    },
  ],
}
