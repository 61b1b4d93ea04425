import type { BankProfile } from './profile.ts'

/** Money that goes into a fund, and that comes out of one: the sign of the shares tells. */
const into =
  'Umschichtung|Umtausch|Tausch|Einzahlung|Sparplan|Vermögenswirksame Leistung|Vermögenswirksame Leistungen'
const out =
  'Umschichtung Verkauf|Tausch Verkauf|Umschichtung|Umtausch|Tausch|Auszahlplan|Auszahlungsplan|Entnahmeplan'

/** UnionDepot of the cooperative banks: settlements by fund. The day of booking stands alone above that of the price. */
export const unioninvestment: BankProfile = {
  bank: 'unioninvestment',
  recognise: [['union investment service bank ag', 'umsatzart']],
  tables: [
    {
      currency: 'EUR',
      context: [
        'Fonds: {*} ISIN: {isin}{*}',
        'Fonds: {*} ISIN: {isin}',
        'Vortrag vom {word} {holding}',
        'Vortrag {holding}',
        '{date}',
      ],
      parts: [
        `{date} {Kauf|Verkauf|Ausgleichsbuchung|Wiederanlage|${into}|${out}}{*}`,
        'Bestand am {*}',
        'Vortrag {*}',
      ],
      rows: [
        {
          lines: [
            `{date} {Kauf|Umschichtung Kauf|Tausch Kauf|${into}}{*} {product}`,
            'Anlage {amount} {load} {price} {shares}',
          ],
          kind: 'purchase',
        },
        {
          lines: ['{date} Ausgleichsbuchung{*} {product}', 'Anlage {amount} {n} {price} {shares}'],
          kind: 'inboundDelivery',
        },
        { lines: ['{date} Wiederanlage{*} {amount} {load} {price} {shares}'], kind: 'purchase' },
        {
          lines: ['Ausschüttung{*} {gross}'],
          details: [
            ['{abgeführte|} {Kapitalertragsteuer|Kirchensteuer|Solidaritätszuschlag} {tax}'],
            ['{date} Wiederanlage{*} {amount} {n} {n} {n}'],
            ['Auszahlung {amount}'],
          ],
          kind: 'dividend',
        },
        {
          lines: [`{date} {Verkauf|${out}}{*} {gross} {price} -{shares}`],
          details: [
            ['{Kapitalertragsteuer|Kirchensteuer|Solidaritätszuschlag} {tax}'],
            ['Auszahlung {amount}'],
          ],
          kind: 'sale',
        },
        { lines: ['{Depotgebühr|Depotentgelt|Verwahrgebühr}{*} -{amount}'], kind: 'fee' },
        {
          lines: ['Erstattung {Kapitalertragsteuer|Kirchensteuer|Solidaritätszuschlag} {amount}'],
          kind: 'taxRefund',
        },
      ],
      entry: '{date} {*} {money}{*}',
    },
  ],
}
