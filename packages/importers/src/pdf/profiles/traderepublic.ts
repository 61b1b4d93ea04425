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
        'ausschuttung',
        'distribution',
        'coupon',
        'kupon',
        'corporate action',
        'kapitalmassnahme',
        'stockperk',
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
        'ausgehende uberweisung',
        'kartenzahlung',
        'bargeldabhebung',
        'card payment',
        'direct debit',
        '^lastschrift',
        'sepa lastschrift',
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
        'eingehende uberweisung',
        'transferencia entrante',
        'virement entrant',
        'bonifico in entrata',
        'card refund',
        'ruckerstattung',
        'gutschrift',
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
    { words: [''], isByWords: true },
  ],
}

const account =
  '{Depotkonto|Cashkonto|Girokonto|Cuenta corriente|Securities Account|Cash Account|Current Account|Compte courant|Compte espèces|Conto corrente|Conto deposito|Betaalrekening}'

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
  values: [
    { lines: ['POSITION ANZAHL {*}', '{*} {shares} {Stk.|Pcs.} {*}'] },
    { kinds: ['purchase', 'sale'], lines: ['{*} {nominal} {currency} {price} % {n} {word}'] },
    { kinds: ['dividend'], lines: ['{*} {nominal} {currency} {n} % {n} {word}'] },
  ],
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
        ['date type description', 'solde'],
        ['data tipo descrizione', 'saldo'],
        ['datum type beschrijving', 'saldo'],
      ],
      currency: 'EUR',
      entry: '{*} {amount} € {balance} €',
      rows: [
        ...statementRows('{balance} €'),
        // Balances may be misprinted.
        ...statementRows('{*} €'),
        { lines: ['{date} {text} €{amount} €{balance}'], ...entries },
        { lines: ['{dayNumber} {monthName} Handel {*} {amount} € {*} €'], kind: 'purchase', isSkipped: true },
        ...[`${account} {balance} € {*}`, `${account} €{balance} €{*}`].map(line => ({
          lines: [line],
          kind: 'deposit' as const,
          isSkipped: true,
        })),
      ],
    },
  ],
}

/** Entries of one line, and those whose date or words take several. */
function statementRows(balance: string): RowRule[] {
  const paid = `{amount} € ${balance}`
  const places = [
    [`{date} {text} ${paid}`],
    ['{dayNumber} {monthName}', `{year} {text} ${paid}`],
    ['{dayNumber} {monthName}', `{text} ${paid}`, '{year}'],
    ['{dayNumber} {monthName}', `{text} ${paid}`, '{year} {text}'],
    ['{dayNumber} {monthName}', `{text} ${paid}`, '{text}', '{year}'],
    ['{dayNumber} {monthName}', '{text}', `{year} {text} ${paid}`],
    ['{dayNumber} {monthName}', '{text}', `{text} ${paid}`, '{year}'],
    ['{dayNumber} {monthName}', '{text}', `{text} ${paid}`, '{year} {text}'],
    ['{dayNumber} {monthName}', '{text}', `{text} ${paid}`, '{text}', '{year}'],
    ['{dayNumber}', `{monthName} {text} ${paid}`, '{year}'],
    ['{dayNumber}', `{monthName} {text} ${paid}`, '{year} {text}'],
    ['{dayNumber}', `{monthName} {text} ${paid}`, '{text}', '{year}'],
    ['{dayNumber}', '{text}', `{monthName} {text} ${paid}`, '{year}'],
    ['{dayNumber}', '{text}', `{monthName} {text} ${paid}`, '{text}', '{year}'],
  ]
  return places.map(lines => ({ lines, ...entries }))
}
