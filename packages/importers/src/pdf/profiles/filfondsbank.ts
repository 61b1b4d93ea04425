import type { BankProfile } from './profile.ts'

const costs = [
  'Ausgabeaufschlag / Provision ({*}) {fee} {currency}',
  '{ETF Transaktionskosten FFB|Additional Trading Costs|Transaktionskosten|Handelskosten} {fee} {currency}',
]
const taxes = [
  '{abgeführte Kapitalertragsteuer|abgeführter Solidaritätszuschlag|abgeführte Kirchensteuer} {tax} {currency}',
]
const line = '{name} {product} {currency} {price} {word} {shares}'
const numbers = [
  '{n} {wkn} / {isin} {rate} {word} {date} {n}',
  '{n} {wkn} / {isin} {date} {n}',
  '{n} / {isin} {date} {n}',
]

const reported = [
  'Anteile {shares}',
  'Abrechnungspreis {price}',
  'Abrechnungsbetrag {amount} {currency}',
  'Devisenkurs {rate}',
  'Ausgabeaufschlag in {word} {fee} {currency}',
  'Abgeführte Steuern gesamt {tax} {currency}',
]

/** FIL Fondsbank (FFB): lists of bookings, four lines each; notices of distributions. */
export const filfondsbank: BankProfile = {
  bank: 'filfondsbank',
  recognise: [['ffb kundenbetreuung'], ['www ffb de'], ['ffb fondsdepot'], ['ffb fondsdepotplus']],
  tables: [
    {
      when: [['ausschuttungsanzeige']],
      currency: 'EUR',
      context: [
        'Fondsname {*} Datum der Ausschüttung {date}',
        'WKN / ISIN {wkn} / {isin} Turnus {*}',
        '{*}Anteilsbestand per {word} {shares} St.',
      ],
      parts: ['Steuerliche Informationen'],
      rows: [
        {
          lines: ['Ausschüttung{| vor Teilfreistellung} {n} {word} {gross} {currency}'],
          details: [
            '{Kapitalertragsteuer|Solidaritätszuschlag|Kirchensteuer} {tax} {currency}',
            ['Folgender Betrag wurde {*} {überwiesen|wiederangelegt|gutgeschrieben} {amount} {currency}'],
          ],
          kind: 'dividend',
        },
      ],
      entry: 'Ausschüttung{*} {n} {word} {money} {currency}',
    },
    {
      when: [['depotreport', 'einzeltransaktion']],
      currency: 'EUR',
      parts: ['{date}: {*}', 'Steuerliche Detaildaten'],
      rows: [
        {
          lines: [
            '{date}: {Kauf|Sparplan|Wiederanlage}{*}',
            'Fondsname (WKN / ISIN) {name} ({wkn} / {isin})',
          ],
          details: reported,
          kind: 'purchase',
        },
        {
          lines: [
            '{date}: {Verkauf|Auszahlplan|Entnahmeplan}{*}',
            'Fondsname (WKN / ISIN) {name} ({wkn} / {isin})',
          ],
          details: reported,
          kind: 'sale',
        },
      ],
      entry: '{date}: {*}',
    },
    {
      when: [['fondsabrechnung']],
      currency: 'EUR',
      parts: ['{*} {n} EUR {n} {word} {n}', 'Steuerliche Informationen'],
      rows: numbers.flatMap(second => [
        {
          lines: [`Entgeltbelastung {name} {gross} {currency} {price} {word} {shares}`, second],
          details: taxes,
          kind: 'sale' as const,
          also: 'fee' as const,
        },
        {
          lines: [
            `{Kauf|Splitkauf Betrag|Splitkauf|Sparplan|Wiederanlage|Tausch Kauf|Umschichtung Kauf} ${line}`,
            second,
          ],
          details: [...costs, 'Abrechnungsbetrag {amount} {currency}'],
          kind: 'purchase' as const,
        },
        {
          lines: [`{Verkauf|Splitverkauf|Entnahmeplan|Auszahlplan|Tausch Verkauf} ${line}`, second],
          details: [...costs, ...taxes, '{Auszahlungsbetrag|Abrechnungsbetrag} {amount} {currency}'],
          kind: 'sale' as const,
        },
      ]),
      entry: '{*} {n} EUR {n} {word} {n}',
    },
  ],
}
