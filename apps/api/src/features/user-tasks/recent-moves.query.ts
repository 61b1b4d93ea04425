import {
  assessDay,
  type Flag,
  findStaleRates,
  type Instrument,
  isMarketClosed,
  namedPeriod,
  parseDay,
  pnlOnCapital,
  previousWeekday,
  STALE_AFTER_DAYS,
  toIsoDate,
  unitsOn,
} from '@plumbline/engine'
import { describeCoverage } from '../../figures/coverage.ts'
import { defineQuery, type Portfolio } from '../../queries/query.ts'
import { queryEngine, readPerformance, readScope } from '../../queries/query-scope.ts'
import { type DoubtInput, listSplitDoubts } from './split-doubts.ts'

/** The P/L of a business day in the accounts of a rule. */
export interface DayMove {
  date: string
  currency: string
  value: number | null
  abs: number | null
  /** In relation to the capital, as beside every amount. */
  rel: number | null
  /** Positions last priced more than a week before. */
  stale: number
  /** Currencies converted at a rate of more than a week before. */
  staleRates: string[]
  /** Why the P/L is null; empty when it is known. */
  missing: MissingForRule[]
}

export interface MissingForRule {
  reason: 'missing_price' | 'missing_rate' | 'unposted_split'
  /** Instruments or currencies; empty when they are missing at the opening only. */
  names: string[]
}

export interface RecentMovesInput extends DoubtInput {
  /** The exchange of each instrument that has one. */
  exchanges: Record<string, string>
  /** The day of the last rate by currency. */
  rateDays: Record<string, string>
}

/** A late close completes a day of the last week. */
const daysBack = 5

/**
 * The moves of the last business days whose closes are complete, oldest first. The P/L of a day with a close that looks
 * like a split nobody has posted is unknown, since its loss or gain may be none.
 */
export const recentMovesQuery = defineQuery(
  'recentMoves',
  (portfolio, { exchanges, rateDays, ...doubtInput }: RecentMovesInput, filter): DayMove[] => {
    const scope = readScope(portfolio, filter)
    const moves: DayMove[] = []
    let day = portfolio.view.asOf
    for (let count = 0; count < daysBack; count += 1, day = previousWeekday(day)) {
      if (scope.firstTransaction === null || day < scope.firstTransaction) break
      const period = namedPeriod('1d', day, scope.firstTransaction) ?? { from: day, to: day }
      const result = queryEngine(portfolio, { ...scope, period })
      const isClosed = ({ id, type }: Instrument) =>
        type !== 'crypto' && isMarketClosed(exchanges[id] ?? null, day)
      const { waiting, stale } = assessDay(result, day, isClosed)
      if (waiting.length > 0) continue
      if (isRateMissing(portfolio, result.isIn, { currency: scope.currency, day, rateDays })) continue
      const splits = listSplitDoubts(portfolio, result, { from: day, to: day }, doubtInput)
      const { balance, pnl, flags } = readPerformance(result)
      moves.push({
        date: toIsoDate(day),
        currency: scope.currency,
        value: balance.total,
        abs: splits.length > 0 ? null : pnl.abs.total,
        rel: splits.length > 0 ? null : pnlOnCapital(result).rel.total,
        stale: stale.length,
        staleRates: findStaleRates(result).map(rate => rate.currency),
        missing: [
          ...(pnl.abs.total === null ? listMissing(result, flags) : []),
          ...(splits.length > 0 ? [{ reason: 'unposted_split' as const, names: splits }] : []),
        ],
      })
    }
    return moves.reverse()
  },
)

const missingByFlag = { no_price: 'missing_price', no_rate: 'missing_rate' } as const

/** What the P/L of a day lacks. */
function listMissing(
  result: Parameters<typeof describeCoverage>[0],
  flags: readonly Flag[],
): MissingForRule[] {
  const { missing } = describeCoverage(result)
  return (['no_price', 'no_rate'] as const).flatMap(flag => {
    const reason = missingByFlag[flag]
    const names = missing
      .filter(each => each.reason === reason)
      .flatMap(({ instrument, currency }) => instrument?.name ?? currency ?? [])
    return names.length > 0 || flags.includes(flag) ? [{ reason, names }] : []
  })
}

/** Whether the rate of a held currency is still expected for the day. */
function isRateMissing(
  { snapshot }: Portfolio,
  isIn: Uint8Array,
  wanted: { currency: string; day: number; rateDays: Record<string, string> },
): boolean {
  const { currency, day, rateDays } = wanted
  if (isMarketClosed('target', day)) return false
  const held = new Set<string>()
  for (let position = 0; position < snapshot.positions.count; position += 1)
    if (isIn[position] === 1 && unitsOn(snapshot, position, day) !== 0)
      held.add(snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? '')
  held.delete('')
  held.delete(currency)
  if (held.size === 0) return false
  return [...held, currency].some(each => {
    const last = rateDays[each]
    if (each === snapshot.pivot || last === undefined) return false
    const age = day - parseDay(last)
    return age > 0 && age <= STALE_AFTER_DAYS
  })
}
