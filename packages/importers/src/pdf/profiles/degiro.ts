import type { BankProfile, KindByText, RowRule } from './profile.ts'

const titles = [
  'transaktionsubersicht',
  'transacciones',
  'transactions',
  'operazioni',
  'transacties',
  'transacoes',
  'kontoauszug',
  'account statement',
  'rekeningoverzicht',
  'estratto conto',
  'releve de compte',
  'estado de cuenta',
]

const exchange =
  '{FX Debit|FX Credit|Währungswechsel (Einbuchung)|Währungswechsel (Ausbuchung)|Währungswechsel|Valuta Debitering|Valuta Creditering|Prelievo Cambio Valuta|Cambio di Valuta|Opération de change - Débit|Opération de change - Crédit|Retirada Cambio de Divisa|Ingreso Cambio de Divisa}'
const dividend = '{Dividend|Dividende|Dividendo|Ausschüttung}'
const dividendTax =
  '{Dividend Tax|Dividendensteuer|Dividendbelasting|Ritenuta sul dividendo|Impôts sur dividende|Impôts sur dividendes|Retención del dividendo}'

/** DEGIRO: lists of trades and account statements, in the language of the country. */
export const degiro: BankProfile = {
  bank: 'degiro',
  recognise: [
    ['degiro b v'],
    ['degiro', 'dutch branch'],
    ['degiro', 'afm'],
    ['degiro', 'dnb'],
    ['flatexdegiro bank ag', 'supervisada'],
    ['flatexdegiro bank ag', 'supervisee'],
    ['www degiro de'],
  ],
  tables: [
    {
      when: titles.slice(0, 6).map(title => [title]),
      currency: 'EUR',
      rows: tradeRows(),
      entry: '{date} {time} {*} {isin} {*}',
    },
    {
      when: titles.slice(6).map(title => [title]),
      only: '{date} {time} {date} {*}',
      rows: statementRows(),
      entry: '{date} {time} {date} {*} {word} {money} {word} {money}',
    },
  ],
}

/** The cost columns may be empty; in some lists the currency stands before the amount, in some the account's is left out. */
function tradeRows(): RowRule[] {
  const kind = { credit: 'sale', debit: 'purchase' } as const
  const start = '{date} {time} {name} {isin} {*} {shares}'
  const behind = [
    '{gross} {currency} {rate} {fee} {currency} {amount} {currency}',
    '{gross} {currency} -{fee} {currency} {amount} {currency}',
    '{gross} {currency} {rate} {currency} {amount} {currency}',
    '{gross} {currency} {rate} {amount} {currency}',
    '{gross} {currency} {currency} {amount} {currency}',
    '{gross} {currency} {amount} {currency}',
  ]
  const before = [
    '{currency} {gross} {rate} {currency} {fee} {currency} {amount}',
    '{currency} {gross} {rate} {currency} {amount}',
    '{currency} {gross} {currency} {fee} {currency} {amount}',
    '{currency} {gross} {currency} {amount}',
  ]
  // Columns: value, rate, costs of the exchange (part of the value), fee, total.
  const bare = [
    '{gross} {rate} {money} {fee} {amount}',
    '{gross} {rate} 0,00 {amount}',
    '{gross} 0,00 {fee} {amount}',
    '{gross} 0,00 {amount}',
  ]
  const price = '{price} {foreignCurrency} {foreign} {foreignCurrency}'
  // Options have a multiplier: the price says nothing.
  const optionPrice = '{n} {foreignCurrency} {foreign} {foreignCurrency}'
  const option = '{date} {time} {name} {isin} ERX {*} {shares}'
  return [
    ...behind.map(end => ({ lines: [`${option} ${optionPrice} ${end}`], kind })),
    ...bare.map(end => ({ lines: [`${option} ${optionPrice} ${end}`], kind })),
    ...behind.map(end => ({ lines: [`${start} ${price} ${end}`], kind })),
    ...before.map(end => ({
      lines: [`${start} {foreignCurrency} {price} {foreignCurrency} {foreign} ${end}`],
      kind,
    })),
    ...bare.map(end => ({ lines: [`${start} ${price} ${end}`], kind })),
  ]
}

function statementRows(): RowRule[] {
  const end = '{word} {balance}'
  const paid = `{date} {time} {value} {name} {isin} ${dividend} {foreignCurrency} {foreign} ${end}`
  const taxed = `{date} {time} {value} {name} {isin} ${dividendTax} {foreignCurrency} {foreignTax} ${end}`
  const own = `{date} {time} {value} {name} {isin} ${dividend} {currency} {gross} ${end}`
  const ownTaxed = `{date} {time} {value} {name} {isin} ${dividendTax} {currency} {tax} ${end}`
  const exchanged = [
    `{word} {time} {value} ${exchange} {currency} {amount} ${end}`,
    `{word} {time} {value} ${exchange} {rate} {foreignCurrency} {n} ${end}`,
  ]
  const swapped = [...exchanged].reverse()
  return [
    ...[exchanged, swapped].flatMap(pair => [
      { lines: [...pair, paid, taxed], kind: 'dividend' as const },
      { lines: [...pair, taxed, paid], kind: 'dividend' as const },
      { lines: [...pair, paid], kind: 'dividend' as const },
    ]),
    { lines: [own, ownTaxed], kind: 'dividend' },
    { lines: [ownTaxed, own], kind: 'dividend' },
    { lines: [own], kind: 'dividend' },
    {
      lines: [`{date} {time} {value} {text} {currency} {money} ${end}`],
      kind: 'deposit',
      kindByText: kindsByText(),
    },
  ]
}

function kindsByText(): KindByText[] {
  return [
    { words: ['reservation', 'reservierung', 'reservering'], isSkipped: true },
    { words: ['cash sweep', 'geldmarktfonds', 'money market', 'monetari', 'geldmarkt'], isSkipped: true },
    {
      words: ['flatexdegiro bank', 'uberweisung auf ihr geldkonto', 'uberweisung von ihrem geldkonto'],
      isSkipped: true,
    },
    {
      words: ['fx debit', 'fx credit', 'wahrungswechsel', 'valuta', 'cambio', 'operation de change'],
      rejected: 'other-document',
    },
    {
      words: [
        'transaktionsgebuhr',
        'transaction fee',
        'transactiekosten',
        'transaction and or third party',
        'transaktions und oder',
        'costi di transazione',
        'commissioni di transazione',
        'frais de transaction',
        'frais degiro',
        'costes de transaccion',
      ],
      rejected: 'other-document',
    },
    {
      words: [
        'connectivity',
        'connection fee',
        'handelsmodalitat',
        'konnektivitat',
        'connessione',
        'aansluitingskosten',
        'frais de connexion',
        'conectividad',
        'ausubung',
        'zuteilung',
        'gebuhr',
        'depotbank',
        'custody',
      ],
      kind: { credit: 'feeRefund', debit: 'fee' },
    },
    { words: ['neukundenaktion', 'promotion', 'gutschrift'], kind: { credit: 'feeRefund', debit: 'fee' } },
    {
      words: ['interest', 'zinsen', 'interessi', 'rente', 'interets', 'interes'],
      kind: { credit: 'interest', debit: 'interestCharge' },
    },
    {
      words: [
        ' kauf ',
        ' verkauf ',
        ' buy ',
        ' sell ',
        ' koop ',
        ' verkoop ',
        ' achat ',
        ' vente ',
        ' acquisto ',
        ' vendita ',
        ' compra ',
        ' venta ',
      ],
      rejected: 'other-document',
    },
    {
      words: ['auszahlung', 'withdrawal', 'prelievo', 'terugstorting', 'retrait', 'retirada'],
      kind: { credit: 'deposit', debit: 'removal' },
    },
    {
      words: ['einzahlung', 'deposit', 'storting', 'versement', 'ingreso', 'sofort'],
      kind: { credit: 'deposit', debit: 'removal' },
    },
    { words: [''], isUnknown: true },
  ]
}
