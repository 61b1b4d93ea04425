import type { BankProfile, FormRule } from './profile.ts'

/** A line of the table of bookings: number, days, amount, rate, cost of conversion, amount booked. */
const booking = (name: string) => `{n} {value} {value} {n} {n} {cost} {${name}}`

const trade: Pick<FormRule, 'kind' | 'kindByText' | 'unless'> = {
  unless: ['storno', 'cancellation', 'cancelled'],
  kind: 'purchase',
  kindByText: [
    { words: ['verkauf', 'sell'], kind: 'sale' },
    { words: ['kauf', 'buy'] },
    { words: [''], isUnknown: true },
  ],
}
const head = [
  'Trade details, {currency}',
  'ISIN {isin} {*}',
  '{*}{Handelszeit|Trade time} {date} {time}',
  '{K/V|B/S} {text}',
  '{Nettobetrag|Net Amount} - - - - - {n} {amount}',
]
const fees =
  '{Provision|Commission|Exchange Fee|External Exchange Fee|Börsengebühr|Externe Börsengebühr|Clearing Fee|Clearinggebühr|SEC Fee|Börsenabgabe}'
const taxes =
  '{Stempelgebühr|Swiss Stamp Duty|Stamp Duty|UK Stamp Duty|Stempelsteuer|Finanztransaktionssteuer|Financial Transaction Tax|French Financial Transaction Tax|Italian Financial Transaction Tax|Transaktionssteuer|Transaction Tax}'
const costs = [
  `${fees} ${booking('fee')}`,
  [fees, booking('fee')],
  `${taxes} {|Domestic|Foreign|Inland|Ausland} ${booking('tax')}`,
  [taxes, booking('tax')],
  ['Kundenprovisionsgu{*}', '{n} {value} {value} {n} {n} {n} {rebate}'],
  'Instrument {name} {Handelszeit|Trade time} {*}',
]

/** Saxo Bank: reports of trades, transfers and interest, in German and English. */
export const saxobank: BankProfile = {
  bank: 'saxobank',
  recognise: [['saxo bank'], ['saxo is counterparty']],
  forms: [
    {
      ...trade,
      when: [['trade details', 'bond traded value']],
      values: [
        ...head,
        '{*} {Menge|Quantity} {nominal}',
        '{*} {Preis|Price} {price} {foreignCurrency}',
        ['Bond Traded Value', booking('gross')],
      ],
      optional: [...costs, ['Bond Accrued', booking('accrued')]],
    },
    {
      ...trade,
      when: [
        ['trade details', 'aktienbetrag'],
        ['trade details', 'share amount'],
      ],
      values: [
        ...head,
        '{*} {Menge|Quantity} {shares}',
        '{*} {Preis|Price} {price} {word}',
        '{*}{Gehandelter Wert|Traded Value} {product} {word}',
        `{Aktienbetrag|Share Amount} ${booking('gross')}`,
      ],
      optional: costs,
    },
    {
      when: [['cash transfer details']],
      kind: { credit: 'deposit', debit: 'removal' },
      values: ['Cash Transfer Details, {currency}', '{text} {n} {value} {date} {n} {n} {n} {amount}'],
    },
    {
      when: [['cash amount details']],
      kind: { credit: 'deposit', debit: 'removal' },
      kindByText: [
        { words: ['interest', 'zins'], kind: { credit: 'interest', debit: 'interestCharge' } },
        {
          words: ['fee', 'gebuhr', 'commission', 'provision', 'kosten', 'subscription', 'abonnement'],
          kind: { credit: 'feeRefund', debit: 'fee' },
        },
        { words: [''], isUnknown: true },
      ],
      values: [
        'Cash Amount Details, {currency}',
        '{text} {n} {date} {n} {word} {n} {n}',
        '{Net Amount|Nettobetrag} - - {*} {n} {amount}',
      ],
    },
  ],
}
