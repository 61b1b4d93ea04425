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
const costs = [
  `{Provision|Commission} ${booking('fee')}`,
  `Stempelgebühr ${booking('tax')}`,
  ['Swiss Stamp Duty', booking('tax')],
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
      values: [
        'Cash Transfer Details, {currency}',
        '{Einlage|Deposit|Auszahlung|Withdrawal} {n} {value} {date} {n} {n} {n} {amount}',
      ],
    },
    {
      when: [['cash amount details', 'interest']],
      kind: { credit: 'interest', debit: 'interestCharge' },
      values: [
        'Cash Amount Details, {currency}',
        'Interest {n} {date} {*}',
        'Net Amount - - {*} {n} {amount}',
      ],
    },
  ],
}
