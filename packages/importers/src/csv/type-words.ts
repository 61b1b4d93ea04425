import { TRANSACTION_TYPES, type TransactionType } from '@plumbline/engine'
import type { Side } from '../draft.ts'

export interface TypeWord {
  readonly type: TransactionType
  readonly side: Side | null
}

/** What unknown files call their rows, from the particular to the general. */
const words: readonly [RegExp, TransactionType, Side | null][] = [
  [
    /reinvest.*(share|stück)|^(you )?bought|^(buy|kauf|achat|acquisto|koop|compra|purchase|zeichnung|subscription)/,
    'trade',
    'buy',
  ],
  [/^(you )?sold|^(sell|sale|verkauf|vente|vendita|verkoop|venta|disposal)/, 'trade', 'sell'],
  [/redemption|rückzahlung|remboursement|fälligkeit|maturity/, 'redemption', 'sell'],
  [/exercise|ausübung/, 'exercise', null],
  [/assign/, 'assignment', null],
  [/expir|verfall/, 'expiry', null],
  [/return of capital|kapitalrück/, 'return_of_capital', null],
  [/withholding|quellensteuer|verrechnungssteuer|tax|steuer|impôt|imposta|belasting/, 'tax', null],
  [/dividend|ausschüttung|divid[eé]nde|dividendo|distribution/, 'dividend', null],
  [/coupon/, 'coupon', null],
  [/interest|zins|intérêt|interessi|rente/, 'interest', null],
  [/retrocession|trailer|bestandespflege/, 'trailer_fees', null],
  [
    /custody|depotgebühr|management fee|verwaltung|account fee|kontoführung|fee|gebühr|frais|spesen|kosten|commission/,
    'fees_cash',
    null,
  ],
  [/reverse split|split/, 'split', null],
  [/spin.?off|abspaltung/, 'spin_off', null],
  [/merger|fusion|umtausch/, 'merger', null],
  [
    /(transfer|übertrag|umbuchung|delivery|lieferung).*(in|eingang)|einlieferung|deliver.* in|^transfer in/,
    'transfer_in',
    'in',
  ],
  [
    /(transfer|übertrag|umbuchung|delivery|lieferung).*(out|ausgang)|auslieferung|^transfer out/,
    'transfer_out',
    'out',
  ],
  [/forex|fx|currency (exchange|conversion)|devisen|wechsel|change/, 'fx', null],
  [/valuation|bewertung|appraisal|estimation/, 'valuation', null],
  [/capital call|kapitalabruf/, 'capital_call', null],
  [/withdraw|auszahlung|entnahme|retrait|prelievo|debit|belastung/, 'withdrawal', null],
  [/deposit|einzahlung|einlage|versement|credit|gutschrift|top-?up|contribution|storting/, 'deposit', null],
  [/rent|miete|income|ertrag|bonus|cashback/, 'other_income', null],
]

export function guessType(word: string): TypeWord | null {
  const name = word.trim().toLowerCase()
  const slug = name.replace(/[\s-]+/g, '_')
  const own = TRANSACTION_TYPES.find(type => type === slug)
  if (own) return { type: own, side: null }
  const found = words.find(([pattern]) => pattern.test(name))
  return found ? { type: found[1], side: found[2] } : null
}
