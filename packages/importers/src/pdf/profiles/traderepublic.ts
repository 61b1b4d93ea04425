import type { BankProfile, RowRule } from './profile.ts'

/** Kinds of entries by their words: the columns of money in and out cannot be told apart. */
const entries: Pick<RowRule, 'kind' | 'kindByText'> = {
  kind: 'deposit',
  kindByText: [
    {
      words: [
        '^handel ',
        '^trade ',
        '^operar ',
        '^commercio ',
        '^transaction sur titres',
        ' buy trade',
        ' sell trade',
        'savings plan execution',
        'sparplan',
        'saveback',
        'round up',
        '^ertrage',
        '^earnings',
        '^rendimientos',
        'cash dividend',
        'dividend',
        'ausfuhrung handel',
        'tax optimisation',
        '^steuern',
        '^tax',
        'vorabpauschale',
      ],
      rejected: 'other-document',
    },
    {
      words: ['interest payment', '^zinszahlung', '^zinsen', '^pago de intereses', '^interest'],
      kind: 'interest',
      rejected: 'other-document',
    },
    {
      words: [
        'outgoing transfer',
        'payout to transit',
        '^kartentransaktion',
        '^card transaction',
        'tarjeta',
        'transaction par carte',
        'transazione con carta',
        'payout',
        'auszahlung',
      ],
      kind: 'removal',
    },
    {
      words: [
        'incoming transfer',
        'einzahlung',
        'payin',
        'deposit accepted',
        'top up',
        'belohnung',
        'recompensa',
        'referral',
        'inpayed net',
        'customer inpayment',
      ],
      kind: 'deposit',
    },
    { words: ['gebuhr', ' fee '], kind: 'fee' },
    { words: [''], isUnknown: true },
  ],
}

/** Trade Republic, in all its languages. */
export const traderepublic: BankProfile = {
  bank: 'traderepublic',
  recognise: [['trade republic bank gmbh']],
  titles: {
    purchase: [
      'liquidación de valores en saveback',
      'market order kauf',
      'limit order kauf',
      'market order buy',
      'limit order buy',
      'sparplanausführung',
    ],
    sale: [
      'market order verkauf',
      'limit order verkauf',
      'stop market order verkauf',
      'market order sell',
      'limit order sell',
      'stop market order sell',
    ],
    notBooked: ['ex ante kosteninformation', 'kosteninformation'],
  },
  labels: {
    fee: ['abwicklungspauschale', 'fremdkostenpauschale', 'fremdkostenzuschlag'],
    tradeDate: ['ejecución del saveback el'],
  },
  values: [{ lines: ['POSITION ANZAHL {*}', '{*} {shares} {Stk.|Pcs.} {*}'] }],
  forms: [
    {
      when: [
        ['interest invoice'],
        ['abrechnung zinsen'],
        ['liquidación de intereses'],
        ['resoconto interessi maturati'],
        ['factura de intereses'],
      ],
      kind: 'interest',
      values: [['IBAN {*}', '{word} {date} {amount} {currency}']],
      optional: [
        '{Kapitalertragssteuer|Kapitalertragsteuer|Solidaritätszuschlag|Kirchensteuer|Quellensteuer} {tax} EUR',
      ],
    },
    {
      when: [['règlement du versement'], ['abrechnung der einzahlung'], ['abrechnung einzahlung']],
      kind: 'deposit',
      values: [
        [
          '{*}{DATE DE VALEUR|VALUTA|WERTSTELLUNG|DATUM DER ZAHLUNG} {*}',
          '{word} {date} {amount} {currency}',
        ],
      ],
    },
    {
      when: [['ausschüttungsgleicher ertrag', 'branch austria']],
      kind: { credit: 'taxRefund', debit: 'taxes' },
      values: ['{isin} | {name} {amount} {currency}', '{*}DATUM {date}'],
    },
    {
      when: [['abrechnung crypto'], ['crypto settlement']],
      unless: ['storno'],
      kind: 'purchase',
      kindByText: [{ words: ['verkauf', 'sell'], kind: 'sale' }],
      values: [
        '{text} am {date}{*}',
        '{name} ({ticker}) {shares} Stk. {price} {currency} {gross} EUR',
        ['VERRECHNUNGSKONTO {*}', '{word} {value} {amount} EUR'],
      ],
      optional: ['{Fremdkostenzuschlag|Abwicklungspauschale} {fee} EUR'],
    },
  ],
  tables: [
    {
      when: [
        ['umsatzübersicht', 'zahlungseingang', 'saldo'],
        ['account transactions', 'money in', 'money out'],
        ['transacciones de cuenta', 'balance'],
      ],
      currency: 'EUR',
      entry: '{*} {amount} € {balance} €',
      rows: [
        { lines: ['{date} {text} {amount} € {*} €'], ...entries },
        { lines: ['{date} {text} €{amount} €{*}'], ...entries },
        { lines: ['{dayNumber} {monthName}', '{year} {text} {amount} € {*} €'], ...entries },
        { lines: ['{dayNumber} {monthName}', '{text} {amount} € {*} €', '{year}'], ...entries },
        { lines: ['{dayNumber} {monthName}', '{text}', '{year} {text} {amount} € {*} €'], ...entries },
        { lines: ['{dayNumber}', '{monthName} {text} {amount} € {*} €', '{year}'], ...entries },
        {
          lines: ['{dayNumber}', '{text}', '{monthName} {text} {amount} € {*} €', '{text}', '{year}'],
          ...entries,
        },
        { lines: ['{dayNumber}', '{text}', '{monthName} {text} {amount} € {*} €', '{year}'], ...entries },
        { lines: ['{dayNumber}', '{monthName} {text} {amount} € {*} €', '{text}', '{year}'], ...entries },
        { lines: ['{dayNumber} {monthName} Handel {*} {amount} € {*} €'], kind: 'purchase', isSkipped: true },
        {
          lines: ['{Depotkonto|Cashkonto|Cuenta corriente|Securities Account|Cash Account|Girokonto} {*}'],
          kind: 'deposit',
          isSkipped: true,
        },
      ],
    },
  ],
}
