import type { BankProfile, FormRule } from './profile.ts'

const payment = {
  total: '{Gesamtbetrag|Total} {amount} {currency}',
  isin: 'ISIN {isin}',
  name: '{Berechtigtes Wertpapier|Entitled security} {name}',
  rate: '{word} / {word} {rate}',
  tax: '{Ausländische Quellensteuer|Steuern|Foreign withholding tax|Withholding tax|Taxes} {tax} EUR',
}
const credit = '{Gutschrift|Credit} {price} {foreignCurrency} {shares} {gross} {currency}'

/** A trade: the words of its kind, and of what is paid. */
function trade(words: string, paid: string): Pick<FormRule, 'when' | 'unless' | 'values' | 'optional'> {
  return {
    when: [
      ['wertpapierabrechnung', 'typ wertpapier'],
      ['contract note', 'type security'],
    ],
    unless: ['storno', 'cancellation'],
    values: [
      `{${words}} {name} {shares} {Stk.|pc.|pcs.} {price} {foreignCurrency} {gross} {currency}`,
      // The name may take several lines.
      '{isin}',
      `{${paid}} {amount} {currency}`,
      '{Ausführung|Execution} {date} {time} {*}',
    ],
    optional: [
      '{Ordergebühren|Order fees|Order fee} {fee} EUR',
      ['{fee}', '{Ordergebühren|Order fees}', 'EUR'],
      '{Finanztransaktionssteuer|Financial transaction tax|Steuern|Taxes} {tax} EUR',
    ],
  }
}

/** Taxes are one sum, explained below, or a line each: the arithmetic tells. */
function withEachTax(form: FormRule): FormRule[] {
  const each =
    '{Kapitalertragsteuer|Solidaritätszuschlag|Kirchensteuer|Capital gains tax|Solidarity surcharge|Church tax} {tax} EUR'
  return [form, { ...form, optional: [...(form.optional ?? []), each] }]
}

/** Scalable Capital: notes of its own bank, in German and English. */
export const scalablecapital: BankProfile = {
  bank: 'scalablecapital',
  recognise: [['scalable capital bank gmbh'], ['scalable capital gmbh', 'seitzstrasse 8e']],
  values: [{ kinds: ['purchase', 'sale'], lines: ['{fee}', '{Ordergebühren|Order fees}', '{currency}'] }],
  forms: [
    { ...trade('Kauf|Buy|Savings plan|Sparplan', 'Belastung|Debit'), kind: 'purchase' },
    ...withEachTax({ ...trade('Verkauf|Sell|Sale', 'Gutschrift|Credit'), kind: 'sale' }),
    {
      when: [
        ['vorabpauschale', 'steuerabbuchung'],
        ['vorabpauschale', 'tax deduction'],
      ],
      unless: ['storno', 'cancellation'],
      kind: 'taxes',
      values: [
        '{für|for} {name} ({isin})',
        '{Berechtigte Anzahl|Entitled quantity} {shares} {*}',
        '{value} {date} {Steuerabbuchung|Tax deduction} {n} EUR {amount} {currency}',
      ],
    },
    {
      when: [
        ['knock out', 'kontobewegung'],
        ['rückzahlung', 'kontobewegung'],
        ['knock out', 'clearing account movement'],
        ['redemption', 'clearing account movement'],
        ['tilgung', 'kontobewegung'],
        ['fälligkeit', 'kontobewegung'],
        ['barabfindung', 'kontobewegung'],
        ['liquidation', 'kontobewegung'],
        ['maturity', 'clearing account movement'],
        ['cash compensation', 'clearing account movement'],
        ['liquidation', 'clearing account movement'],
      ],
      unless: ['storno', 'cancellation', 'dividende', 'dividend'],
      kind: 'sale',
      values: [`{date} {value} ${credit}`, payment.total, payment.isin, payment.name],
      optional: [payment.tax, payment.rate],
    },
    ...withEachTax({
      when: [
        ['dividende', 'kontobewegung'],
        ['bardividende', 'kontobewegung'],
        ['kuponzahlung', 'kontobewegung'],
        ['kupon', 'kontobewegung'],
        ['ertrag', 'kontobewegung'],
        ['coupon payment', 'clearing account movement'],
        ['coupon', 'clearing account movement'],
        ['cash dividend', 'clearing account movement'],
        ['interest', 'clearing account movement'],
        ['ausschüttung', 'kontobewegung'],
        ['zinszahlung', 'kontobewegung'],
        ['dividend', 'clearing account movement'],
        ['distribution', 'clearing account movement'],
        ['interest payment', 'clearing account movement'],
      ],
      unless: ['storno', 'cancellation'],
      kind: 'dividend',
      values: [`{value} {date} ${credit}`, payment.total, payment.isin, payment.name],
      optional: [payment.tax, payment.rate, '{Ex Tag|Ex day} {ex}'],
    }),
    {
      when: [
        ['rechnungsabschluss', 'habenzinsen', 'scalable capital'],
        ['credit interest', 'scalable capital'],
      ],
      kind: 'interest',
      values: [
        '{Habenzinsen|Credit interest} {gross} EUR',
        '{Gesamt|Total} {amount} {currency}',
        '{Kontostand am|Balance on|Account balance on} {date} {*}',
      ],
      optional: ['{Steuern|Taxes} {tax} EUR'],
    },
    {
      when: [
        ['rechnungsabschluss', 'sollzinsen', 'scalable capital'],
        ['debit interest', 'scalable capital'],
      ],
      kind: 'interestCharge',
      values: [
        '{Sollzinsen|Debit interest} {gross} EUR',
        '{Gesamt|Total} {amount} {currency}',
        '{Kontostand am|Balance on|Account balance on} {date} {*}',
      ],
    },
  ],
}
