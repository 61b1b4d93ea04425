import {
  type FlexRow,
  numberAttribute,
  strikeOf,
  textAttribute,
  tryRead,
  underlyingOf,
} from './attributes.ts'

/** What an option's end did to a row: its kind, and the link between the option and what was delivered. */
export interface Exercise {
  readonly type: 'exercise' | 'assignment' | 'expiry'
  readonly link: string | null
}

const isOption = (row: FlexRow) =>
  row.attributes.assetCategory === 'OPT' || row.attributes.assetCategory === 'FOP'
const dateOf = (row: FlexRow) => textAttribute(row, 'tradeDate', 'date', 'reportDate') ?? ''
const sizeOf = (row: FlexRow) => Math.abs(Number(tryRead(() => numberAttribute(row, 'quantity')) ?? 0))

/** The codes of a row; 'A;P' are two. */
const hasCode = (row: FlexRow, code: string) =>
  (row.attributes.notes ?? '').split(/[;,]/).some(note => note.trim() === code)

export interface Exercises {
  /** Rows that are a side of an exercise or the end of an option. */
  readonly byRow: ReadonlyMap<FlexRow, Exercise>
  /** Rows of options that were settled in cash, of which the statement does not say how much. */
  readonly cashSettled: ReadonlySet<FlexRow>
}

/**
 * Finds what became of options. IBKR snapshots an exercise as two trades 'PostTrade': the option at 0, and the shares
 * at the strike. Codes in their notes tell what it was, or rows of a section of their own; the two sides are
 * found by day, underlying, strike and number. Futures cost nothing: one that an option gave is a trade at the
 * strike, and the option ends at 0.
 */
export function findExercises(trades: readonly FlexRow[], ends: readonly FlexRow[]): Exercises {
  const byRow = new Map<FlexRow, Exercise>()
  const cashSettled = new Set<FlexRow>()
  const posted = trades.filter(row => /^snapshot/i.test(row.attributes.transactionType ?? ''))
  const deliveries = Map.groupBy(
    posted.filter(row => !isOption(row) && row.attributes.assetCategory !== 'FUT'),
    dateOf,
  )
  const endOf = endsByOption(ends)
  for (const option of posted.filter(isOption)) {
    const words = endOf.get(`${textAttribute(option, 'conid', 'symbol')} ${dateOf(option)}`) ?? new Set()
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
    const sameDay = type === 'expiry' ? [] : (deliveries.get(dateOf(option)) ?? [])
    const delivery = sameDay.find(row => !byRow.has(row) && belongsTo(row, option))
    if (!delivery) {
      byRow.set(option, { type: 'expiry', link: null })
      continue
    }
    const link = `exercise:${textAttribute(option, 'tradeID', 'transactionID') ?? `${textAttribute(option, 'conid', 'symbol')}:${dateOf(option)}`}`
    byRow.set(option, { type, link })
    byRow.set(delivery, { type, link })
  }
  return { byRow, cashSettled }
}

function belongsTo(delivery: FlexRow, option: FlexRow): boolean {
  const underlying = textAttribute(option, 'underlyingConid')
  const isSame =
    (underlying !== null && textAttribute(delivery, 'conid') === underlying) ||
    (underlyingOf(option) !== null && textAttribute(delivery, 'symbol') === underlyingOf(option))
  if (!isSame) return false
  const strike = Number(tryRead(() => strikeOf(option)) ?? Number.NaN)
  const price = Number(tryRead(() => numberAttribute(delivery, 'tradePrice')) ?? Number.NaN)
  if (Number.isFinite(strike) && Number.isFinite(price) && strike !== price) return false
  const size = Number(tryRead(() => numberAttribute(option, 'multiplier')) ?? 100)
  return Math.abs(sizeOf(option) * size - sizeOf(delivery)) < 1e-6
}

/** What the section of exercises says about each option on each day. */
function endsByOption(ends: readonly FlexRow[]): Map<string, Set<string>> {
  const words = new Map<string, Set<string>>()
  for (const row of ends) {
    if (!isOption(row)) continue
    const key = `${textAttribute(row, 'conid', 'symbol')} ${dateOf(row)}`
    const known = words.get(key) ?? new Set<string>()
    known.add((textAttribute(row, 'transactionType') ?? '').toLowerCase())
    words.set(key, known)
  }
  return words
}
