import type { BankProfile } from './profile.ts'
import { amountsAboveLabels, taxSettlement } from './tax-settlement.ts'

/** onvista bank. */
export const onvista: BankProfile = {
  bank: 'onvista',
  recognise: [
    ['onvista bank'],
    ['versandartenschluessel ebox', 'gattungsbezeichnung isin'],
    ['service onvista bank de'],
  ],
  titles: { sale: ['scheme of arrangement', 'barausgleich', 'abfindung zu'] },
  labels: { gross: ['barausgleich'], price: ['abfindung zu'] },
  values: amountsAboveLabels,
  // Read by a form: it settles with the day of the trade.
  ends: ['steuerausgleich nach'],
  forms: [taxSettlement],
  tables: [
    {
      when: [
        ['kontoauszug nr', 'verrechnungskonto', 'alter kontostand vom'],
        ['kontoauszug nr', 'customer cash account', 'alter saldo'],
      ],
      currency: 'EUR',
      context: ['Kontoauszug Nr.{*} {zum|per} {until}{*}'],
      entry: '{day} {bookingDay} REF: {n} {amount} {sign?}',
      rows: [
        {
          lines: ['{day} {*} REF: {n} {amount} {sign?}', '{text}'],
          kind: { credit: 'deposit', debit: 'removal' },
          kindByText: [
            {
              words: [
                '^uberweisung',
                '^lastschrift',
                '^einzahlung',
                '^auszahlung',
                '^saldenubernahme',
                '^sepa',
                '^dauerauftrag',
                '^ubertrag',
                '^ubertragung',
                '^bonus',
                '^pramie',
                '^gutschrift',
                '^scheck',
              ],
            },
            {
              words: ['porto', 'gebuhr', 'entgelt', '^erst bgh urteil', '^spesen', '^depotpreis'],
              kind: { credit: 'feeRefund', debit: 'fee' },
            },
            {
              words: [
                '^uberziehungszins',
                '^sollzins',
                '^habenzins',
                '^zinsabschluss',
                '^negativzins',
                '^verwahrentgelt',
              ],
              kind: { credit: 'interest', debit: 'interestCharge' },
            },
            {
              words: [
                'zinsen dividend',
                'umtausch',
                'bezug',
                'kapitalmassnahme',
                'registrierung',
                'barausgleich',
                'zeichnung',
              ],
              rejected: 'other-document',
            },
            { words: [''], isByWords: true },
          ],
        },
      ],
    },
  ],
}
