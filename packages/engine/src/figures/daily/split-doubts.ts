import type { Day } from '../../calendar/day.ts'
import type { Period } from '../../calendar/period.ts'
import { unitsOn } from '../../currency/position-value.ts'
import { closeOn, type InstrumentPrices } from '../../valuation/instrument-prices.ts'
import type { QueryResult } from '../query.ts'

export interface DatedClose {
  readonly day: Day
  readonly close: number
}

const SPLIT_TYPES: ReadonlySet<string> = new Set(['equity', 'etf', 'fund'])
const SPLIT_RATIOS = [2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 100]
/** The market moves on the day of a split as well. */
const RATIO_TOLERANCE = 0.06
/** A split shows in the first close after it, which a holiday may delay. */
export const SPLIT_SHOWS_WITHIN_DAYS = 4
/** A change like that of a split counts as real after this time, if nothing says otherwise. */
const ANSWER_DAYS = 5
/** A close this near to an earlier one has returned to it. */
const RETURN_TOLERANCE = 0.25

/** Whether the price of such an instrument changed by about a whole ratio. */
export function looksLikeSplit(instrumentType: string, change: number): boolean {
  if (!SPLIT_TYPES.has(instrumentType) || !(change > 0)) return false
  const ratio = Math.max(change, 1 / change)
  return SPLIT_RATIOS.some(each => Math.abs(ratio / each - 1) <= RATIO_TOLERANCE)
}

/**
 * Whether a change like that of a split is still open. It counts as real once a later close holds the level, since
 * providers report splits by then, and in any case after `ANSWER_DAYS`. A close that returns to the level before
 * confirms nothing: one of the two prices is probably wrong.
 *
 * @param closes by day; `place` is that of the changed close.
 */
export function isSplitOpen(closes: readonly DatedClose[], place: number, today: Day): boolean {
  const here = closes[place]
  if (!here || today - here.day >= ANSWER_DAYS) return false
  const next = closes[place + 1]
  if (!next) return true
  return returnsTo(next, closes[place - 1]) || returnsTo(here, closes[place - 2])
}

function returnsTo(close: DatedClose, earlier: DatedClose | undefined): boolean {
  return earlier !== undefined && Math.abs(close.close / earlier.close - 1) <= RETURN_TOLERANCE
}

export interface SplitAnswers {
  today: Day
  /** Whether someone has answered that the change of a day was no split. */
  isAnswered(instrument: string, day: Day): boolean
}

/**
 * The instruments held at the end of a period whose close changed within it as by a split that is neither listed nor
 * posted, while nobody has said that it was none.
 */
export function findOpenSplits(
  { snapshot, isIn }: Pick<QueryResult, 'snapshot' | 'isIn'>,
  { from, to }: Period,
  { today, isAnswered }: SplitAnswers,
): string[] {
  const found = new Set<string>()
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    const index = snapshot.positions.instrument[position] ?? -1
    const instrument = snapshot.instruments[index]
    const prices = snapshot.prices[index]
    if (isIn[position] !== 1 || !instrument || !prices || prices.kind === 'valuation') continue
    if (found.has(instrument.id) || unitsOn(snapshot, position, to) === 0) continue
    const closes = readCloses(prices, from, to)
    const isOpen = closes.some(({ day, close }, place) => {
      if (place === 0 || day < from || day > to) return false
      const change = close / closeOn(prices, day - 1)
      const unitsRatio = unitsOn(snapshot, position, day) / unitsOn(snapshot, position, day - 1)
      return (
        looksLikeSplit(instrument.type, change) &&
        !(Math.abs(unitsRatio * change - 1) <= RATIO_TOLERANCE) &&
        !instrument.splits?.some(split => Math.abs(split.day - day) <= SPLIT_SHOWS_WITHIN_DAYS) &&
        !isAnswered(instrument.id, day) &&
        isSplitOpen(closes, place, today)
      )
    })
    if (isOpen) found.add(instrument.id)
  }
  return [...found]
}

/** The quotes of a period, with those that its first and last change are compared with. */
function readCloses(prices: InstrumentPrices, from: Day, to: Day): DatedClose[] {
  const { quoteDays } = prices
  const first = quoteDays.findIndex(day => day >= from)
  if (first < 0) return []
  const after = quoteDays.findIndex(day => day > to)
  const end = after < 0 ? quoteDays.length : after + 1
  return Array.from(quoteDays.subarray(Math.max(0, first - 2), end), day => ({
    day,
    close: closeOn(prices, day),
  }))
}
