import {
  charged,
  corporateAction,
  earned,
  moved,
  ofInstrument,
  paid,
  plain,
  traded,
} from './transaction-type-groups.ts'
import type { TransactionTypeRules } from './transaction-type-rules.ts'

/**
 * Every type of transaction, with all that depends on the type alone. Posting, forms, imports, lists and labels follow
 * from this table. Code that needs more per type fails to compile until the new type is added; the database checks the
 * type as well, which takes a migration.
 *
 * The order is the order of lists. Types of one category are next to each other.
 */
export const TRANSACTION_TYPE_TABLE = {
  trade: {
    ...traded,
    isPricedInRowCurrency: true,
    entry: {
      needsInstrument: true,
      choices: [
        { kind: 'buy', place: 50, asks: ['subject', 'quantity', 'price', 'accrued', 'fees', 'taxes'] },
        { kind: 'sell', place: 60, asks: ['subject', 'quantity', 'price', 'accrued', 'fees', 'taxes'] },
      ],
    },
    mapsTo: ['buy', 'sell', null],
    words: [
      {
        rank: 10,
        pattern:
          /reinvest.*(share|stück)|^(you )?bought|^(buy|kauf|achat|acquisto|koop|aankoop|compra|purchase|zeichnung|subscription|souscription|sottoscrizione|suscripción|köp|teckning)|sparplan|savings plan|plan d'épargne|(stocks|etf|share|fund)s? purchase$/,
        side: 'buy',
      },
      {
        rank: 20,
        pattern:
          /^(you )?sold|^short sell|^(sell|sale|verkauf|vente|vendita|verkoop|venta|disposal|sälj)|(stocks|etf|share|fund)s? sale$/,
        side: 'sell',
      },
    ],
  },
  redemption: {
    ...traded,
    isPricedInRowCurrency: true,
    postingWithoutQuantity: 'return',
    units: 'out',
    settles: 'principal',
    entry: {
      needsInstrument: true,
      choices: [
        {
          kind: 'redemption',
          place: 90,
          asks: ['subject', 'quantity', 'price', 'amount', 'accrued', 'fees', 'taxes'],
        },
      ],
    },
    mapsTo: [null],
    words: [
      {
        rank: 30,
        pattern:
          /redemption|rückzahlung|remboursement|rimborso|aflossing|reembolso|inlösen|fälligkeit|maturity/,
        side: 'sell',
      },
    ],
  },
  exercise: {
    ...traded,
    posting: 'action',
    linkSide: 'by_value',
    words: [{ rank: 40, pattern: /exercise|ausübung/ }],
  },
  assignment: {
    ...traded,
    posting: 'action',
    linkSide: 'by_value',
    words: [{ rank: 50, pattern: /assign/ }],
  },
  expiry: { ...traded, words: [{ rank: 60, pattern: /expir|verfall/ }] },
  variation_margin: {
    ...earned,
    category: 'trade',
    posting: 'return',
    needs: ['instrument', 'amount'],
    mapsTo: [],
  },
  dividend: {
    ...earned,
    income: 'dividend',
    entry: {
      needsInstrument: true,
      choices: [{ kind: 'dividend', place: 70, asks: ['subject', 'amount', 'taxes', 'fees'] }],
    },
    words: [
      {
        rank: 90,
        pattern:
          /dividend|ausschüttung|divid[eé]nde|dividendo|distribution|uitkering|utdelning|provento|^ertrag$|^erträgnis/,
      },
    ],
  },
  coupon: {
    ...earned,
    income: 'interest',
    settles: 'interest',
    entry: ofInstrument,
    words: [{ rank: 100, pattern: /coupon|cedola|cupón|kupong/ }],
  },
  interest: {
    ...earned,
    income: 'interest',
    settles: 'interest',
    entry: {
      needsInstrument: false,
      choices: [{ kind: 'interest', place: 80, asks: ['subject', 'amount', 'currency', 'taxes'] }],
    },
    words: [{ rank: 110, pattern: /interest|zins|intérêt|interessi|\brente\b|interés|intereses|ränta/ }],
  },
  staking_reward: {
    ...earned,
    posting: 'income_in_kind',
    statedAs: 'income_in_kind',
    needs: ['instrument', 'quantity'],
    units: 'in',
    cash: null,
    side: 'in',
    income: 'other',
    isPricedInRowCurrency: true,
    entry: {
      needsInstrument: true,
      choices: [{ kind: 'staking_reward', place: 85, asks: ['subject', 'quantity', 'price'] }],
    },
    words: [{ rank: 5, pattern: /^staking$|staking[ -]?(reward|income|earning|ertrag|belohnung)/ }],
  },
  other_income: {
    ...earned,
    income: 'other',
    entry: {
      needsInstrument: false,
      choices: [{ kind: 'other_income', place: 120, asks: ['subject', 'amount', 'currency', 'taxes'] }],
    },
    words: [{ rank: 240, pattern: /\brent\b|miete|income|\berträge?\b|\bertrag\b|bonus|cashback/ }],
  },
  deposit: {
    ...paid,
    cash: 'in',
    side: 'in',
    opposite: 'withdrawal',
    entry: {
      needsInstrument: false,
      choices: [{ kind: 'deposit', place: 10, asks: ['amount', 'currency'] }],
    },
    words: [
      {
        rank: 230,
        pattern:
          /deposit|einzahlung|einlage|versement|credit|gutschrift|top[- ]?up|contribution|storting|insättning|versamento|bonifico|ingreso|^dépôt|conferimento|zahlungseingang|^eingang$|incoming payment|payment received|virement re[cç]u|^(lohn|gehalt|salary)|bonifico (a|in) (vostro )?favore|funds added/,
      },
    ],
  },
  withdrawal: {
    ...paid,
    cash: 'out',
    side: 'out',
    opposite: 'deposit',
    entry: {
      needsInstrument: false,
      choices: [{ kind: 'withdrawal', place: 20, asks: ['amount', 'currency'] }],
    },
    words: [
      {
        rank: 220,
        pattern:
          /withdraw|auszahlung|entnahme|retrait|prelievo|debit|belastung|opname|onttrekking|uttag|retirada|retiro|(?<!rück)lastschrift|dauerauftrag|überweisung an\b|zahlungsausgang|^ausgang$|outgoing payment|card[ _]payment|kartenzahlung|facture carte|prélèvement|virement (émis|emis)/,
      },
    ],
  },
  fees: charged,
  fees_cash: {
    ...charged,
    entry: { needsInstrument: false, choices: [{ kind: 'fee', place: 130, asks: ['amount', 'currency'] }] },
    mapsTo: [null],
    words: [
      {
        rank: 130,
        pattern:
          /custody|depotgebühr|management fee|verwaltung|account fee|kontoführung|\bfees?\b|gebühr|frais|spesen|kosten|commission|avgift|comisi[oó]n|courtage/,
      },
    ],
  },
  trailer_fees: {
    ...charged,
    cash: 'in',
    entry: { needsInstrument: false, choices: [] },
    words: [{ rank: 120, pattern: /retrocession|trailer|bestandespflege/ }],
  },
  tax: {
    ...charged,
    charge: 'taxes',
    entry: { needsInstrument: false, choices: [{ kind: 'tax', place: 140, asks: ['amount', 'currency'] }] },
    mapsTo: [null],
    words: [
      {
        rank: 80,
        pattern:
          /withholding|quellensteuer|verrechnungssteuer|tax|steuer|impôt|imposta|belasting|ritenuta|\brit\.|retención|impuesto|skatt|bronheffing/,
      },
    ],
  },
  fx: {
    ...plain,
    category: 'cash_flow',
    posting: 'conversion',
    postingWithInstrument: 'settlement',
    statedAs: 'conversion',
    needs: ['counter_amount'],
    cash: 'out',
    side: 'by_leg',
    entry: {
      needsInstrument: false,
      choices: [
        {
          kind: 'conversion',
          place: 40,
          asks: ['amount', 'currency', 'counterAmount', 'counterCurrency', 'fees'],
        },
      ],
    },
    mapsTo: [null],
    words: [
      {
        rank: 190,
        pattern:
          /forex|\bfx\b|^exchange$|^conversion$|currency (exchange|conversion)|devisen|(?:geld|währungs)wechsel|^wechsel|(?<!ex)\bchange\b|cambio|wisselkoers|valutawissel|valutaväxling|conversion de devise/,
      },
    ],
  },
  split: {
    ...corporateAction,
    posting: 'split',
    statedAs: 'split',
    needs: ['instrument', 'ratio'],
    cash: null,
    entry: { needsInstrument: true, choices: [{ kind: 'split', place: 110, asks: ['subject', 'ratio'] }] },
    mapsTo: [null],
    words: [{ rank: 140, pattern: /reverse split|split/ }],
  },
  spin_off: {
    ...corporateAction,
    statedAs: 'exchange',
    needs: ['instrument'],
    cash: 'in',
    linkSide: 'by_zero_quantity',
    words: [{ rank: 150, pattern: /spin.?off|abspaltung/ }],
  },
  merger: {
    ...corporateAction,
    statedAs: 'exchange',
    needs: ['instrument', 'quantity'],
    cash: 'in',
    linkSide: 'by_quantity',
    words: [{ rank: 160, pattern: /merger|fusion|umtausch/ }],
  },
  rights: {
    ...corporateAction,
    statedAs: 'trade',
    needs: ['instrument', 'quantity'],
    cash: 'by_quantity',
    linkSide: 'by_quantity',
  },
  return_of_capital: {
    ...corporateAction,
    posting: 'return',
    statedAs: 'income',
    needs: ['instrument', 'amount'],
    cash: 'in',
    settles: 'principal',
    entry: {
      needsInstrument: true,
      choices: [{ kind: 'return_of_capital', place: 100, asks: ['subject', 'amount', 'taxes', 'fees'] }],
    },
    mapsTo: [null],
    words: [{ rank: 70, pattern: /return of capital|kapitalrück/ }],
  },
  transfer_in: {
    ...moved,
    units: 'in',
    cash: 'in',
    side: 'in',
    linkSide: 'into',
    opposite: 'transfer_out',
    entry: { needsInstrument: false, choices: [] },
    words: [
      {
        rank: 170,
        pattern:
          /(transfer|übertrag|umbuchung|delivery|lieferung).*(\bin\b|eingang)|einlieferung|deliver.* in|^transfer in/,
        side: 'in',
      },
    ],
  },
  transfer_out: {
    ...moved,
    units: 'out',
    cash: 'out',
    side: 'out',
    linkSide: 'out',
    opposite: 'transfer_in',
    entry: {
      needsInstrument: false,
      choices: [
        {
          kind: 'transfer',
          place: 30,
          asks: ['counterAccount', 'subject', 'quantity', 'amount', 'currency', 'fees'],
        },
      ],
    },
    words: [
      {
        rank: 180,
        pattern:
          /(transfer|übertrag|umbuchung|delivery|lieferung).*(\bout\b|ausgang)|auslieferung|^transfer out/,
        side: 'out',
      },
    ],
  },
  valuation: {
    ...plain,
    category: 'valuation',
    posting: 'valuation',
    statedAs: 'valuation',
    needs: ['instrument'],
    cash: null,
    isPricedInRowCurrency: true,
    entry: ofInstrument,
    words: [{ rank: 200, pattern: /valuation|bewertung|appraisal|estimation/ }],
  },
  capital_call: {
    ...traded,
    category: 'valuation',
    units: 'in',
    entry: ofInstrument,
    mapsTo: [null],
    words: [{ rank: 210, pattern: /capital call|kapitalabruf/ }],
  },
  distribution: {
    ...earned,
    category: 'valuation',
    posting: 'trade',
    postingWithoutQuantity: 'income',
    needs: [],
    units: 'out',
    income: 'dividend',
    entry: ofInstrument,
  },
} as const satisfies Record<string, TransactionTypeRules>

export type TransactionType = keyof typeof TRANSACTION_TYPE_TABLE

/** The table for lookups by a type that is not known before run time. */
export const TRANSACTION_TYPE_RULES: Readonly<Record<TransactionType, TransactionTypeRules>> =
  TRANSACTION_TYPE_TABLE
