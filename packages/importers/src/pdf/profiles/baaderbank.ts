import type { BankProfile } from './profile.ts'

/** Baader Bank, also for brokers: what its notes of trades and income have in common needs no profile. */
export const baaderbank: BankProfile = {
  bank: 'baaderbank',
  recognise: [
    ['baader bank', 'ertragsthesaurierung', 'steuerliquidität'],
    ['baader bank', 'rechnungsabschluss', 'abschlussbuchung vom'],
  ],
  forms: [
    {
      // The fund pays part of the tax on income that it keeps.
      when: [['ertragsthesaurierung', 'steuerliquidität']],
      unless: ['storno', 'stornierung'],
      kind: { credit: 'taxRefund', debit: 'taxes' },
      values: [
        '{*}ISIN: {isin} {*}',
        'STK {shares} {*}',
        'Zu {sign} Konto {*} Valuta: {date} {currency} {amount}',
      ],
    },
    {
      when: [['rechnungsabschluss', 'abschlussbuchung vom']],
      kind: { credit: 'interest', debit: 'interestCharge' },
      values: [
        'Rechnungsabschluss: {currency}',
        'Abschlussbuchung vom {date}',
        '{Habenzinsen|Guthabenzinsen|Sollzinsen}{*} {gross}',
        'Gesamtsumme: {amount}',
      ],
      optional: ['{Kapitalertragsteuer|Solidaritätszuschlag|Kirchensteuer} {tax}'],
    },
  ],
}
