import {
  type FlexRow,
  numberAttribute,
  readStrike,
  readUnderlying,
  textAttribute,
  tryRead,
} from './attributes.ts'

/** How an option ended, and the link between the option and the delivery. */
export interface Exercise {
  readonly type: 'exercise' | 'assignment' | 'expiry'
  readonly link: string | null
}

const isOption = (row: FlexRow) =>
  row.attributes.assetCategory === 'OPT' || row.attributes.assetCategory === 'FOP'
const tradeDay = (row: FlexRow) => textAttribute(row, 'tradeDate', 'date', 'reportDate') ?? ''
const absoluteQuantity = (row: FlexRow) =>
  Math.abs(Number(tryRead(() => numberAttribute(row, 'quantity')) ?? 0))

/** Whether the notes hold a code; 'A;P' are two codes. */
const hasCode = (row: FlexRow, code: string) =>
  (row.attributes.notes ?? '').split(/[;,]/).some(note => note.trim() === code)

export interface Exercises {
  /** Rows of exercised, assigned or expired options, and their deliveries. */
  readonly byRow: ReadonlyMap<FlexRow, Exercise>
  /** Cash-settled options, whose settlement amount the statement does not state. */
  readonly cashSettled: ReadonlySet<FlexRow>
}

/**
 * Matches exercised options with their deliveries. IBKR reports an exercise as two trades of type 'BookTrade': the
 * option at 0 and the shares at the strike. Codes in the notes or rows of a separate section tell exercise, assignment
 * and expiry apart; the two trades match by day, underlying, strike and quantity. A delivered future is a plain trade
 * at the strike, and the option ends at 0.
 */
export function findExercises(trades: readonly FlexRow[], ends: readonly FlexRow[]): Exercises {
  const byRow = new Map<FlexRow, Exercise>()
  const cashSettled = new Set<FlexRow>()
  const bookTrades = trades.filter(row => /^book/i.test(row.attributes.transactionType ?? ''))
  const deliveries = Map.groupBy(
    bookTrades.filter(row => !isOption(row) && row.attributes.assetCategory !== 'FUT'),
    tradeDay,
  )
  const endWords = endsByOption(ends)
  for (const option of bookTrades.filter(isOption)) {
    const words = endWords.get(`${textAttribute(option, 'conid', 'symbol')} ${tradeDay(option)}`) ?? new Set()
    if (words.has('cash settlement')) {
      cashSettled.add(option)
      continue
    }
    const type =
      hasCode(option, 'A') || words.has('assignment')
        ? 'assignment'
        : hasCode(option, 'Ex') || words.has('exercise')
          ? 'exercise'
          : 'expiry'
    const sameDay = type === 'expiry' ? [] : (deliveries.get(tradeDay(option)) ?? [])
    const delivery = sameDay.find(row => !byRow.has(row) && belongsTo(row, option))
    if (!delivery) {
      byRow.set(option, { type: 'expiry', link: null })
      continue
    }
    const link = `exercise:${textAttribute(option, 'tradeID', 'transactionID') ?? `${textAttribute(option, 'conid', 'symbol')}:${tradeDay(option)}`}`
    byRow.set(option, { type, link })
    byRow.set(delivery, { type, link })
  }
  return { byRow, cashSettled }
}

function belongsTo(delivery: FlexRow, option: FlexRow): boolean {
  const underlying = textAttribute(option, 'underlyingConid')
  const isSame =
    (underlying !== null && textAttribute(delivery, 'conid') === underlying) ||
    (readUnderlying(option) !== null && textAttribute(delivery, 'symbol') === readUnderlying(option))
  if (!isSame) return false
  const strike = Number(tryRead(() => readStrike(option)) ?? Number.NaN)
  const price = Number(tryRead(() => numberAttribute(delivery, 'tradePrice')) ?? Number.NaN)
  if (Number.isFinite(strike) && Number.isFinite(price) && strike !== price) return false
  const size = Number(tryRead(() => numberAttribute(option, 'multiplier')) ?? 100)
  return Math.abs(absoluteQuantity(option) * size - absoluteQuantity(delivery)) < 1e-6
}

/** Indexes the section of exercises by option and day. */
function endsByOption(ends: readonly FlexRow[]): Map<string, Set<string>> {
  const words = new Map<string, Set<string>>()
  for (const row of ends) {
    if (!isOption(row)) continue
    const key = `${textAttribute(row, 'conid', 'symbol')} ${tradeDay(row)}`
    const known = words.get(key) ?? new Set<string>()
    known.add((textAttribute(row, 'transactionType') ?? '').toLowerCase())
    words.set(key, known)
  }
  return words
}
