import type { Flag } from '@plumbline/contract'
import {
  type Flag as EngineFlag,
  type KnownPerformance,
  pnlOnCapital,
  positionRows,
  toIsoDate,
  weightIn,
} from '@plumbline/engine'
import { type ClientDrift, findLargestDrift } from '../../figures/targets/largest-drift.ts'
import { defineQuery, type Portfolio } from '../../queries/query.ts'
import { queryEngine, readPerformance, readScope, weightFlags, wireFlags } from '../../queries/query-scope.ts'
import type { ClientInput } from './client-input.ts'

export interface FamilyFigures {
  /** Net asset value in the currency of the family, at the last close. */
  value: number | null
  flags: Flag[]
}

/** P/L of a client in one currency, each beside the capital that it is a share of. */
export interface ClientMoves {
  day: PnlOfPeriod
  ytd: PnlOfPeriod
  /** Time-weighted, so its sign may differ from that of the P/L. */
  ytdTwr: number | null
}

interface PnlOfPeriod {
  pnl: number | null
  /** Null where the P/L is, 0 without capital. */
  capital: number | null
  /** P/L / capital. */
  rel: number | null
}

export interface ClientFigures extends FamilyFigures {
  /** The last day of the figures. */
  asOf: string
  /** The same value in the reporting currency. */
  valueCalculated: number | null
  /** In the reporting currency. */
  calculated: ClientMoves
  /** Null when it cannot be stated in the reporting currency. */
  staleValue: number | null
  /** In the base currency of the family, as its users see it. */
  own: ClientMoves
  cashShare: number | null
  drift: ClientDrift
}

/** The value of a family in its base currency, which is the input. */
export const familyFiguresQuery = defineQuery(
  'familyFigures',
  (portfolio, currency: string): FamilyFigures => computeValue(portfolio, currency),
)

/** Value, P/L of the day and of the year, and drift, as advisers see them. */
export const clientFiguresQuery = defineQuery(
  'clientFigures',
  (portfolio, { currency, targets }: ClientInput, filter): ClientFigures => {
    const calculated = filter.settings.currency ?? currency
    const shown = readClient(portfolio, calculated)
    const own = currency === calculated ? shown : readClient(portfolio, currency)
    const { day, known } = shown
    const isIn = (position: number) => day.isIn[position] === 1
    const stale = positionRows(portfolio.snapshot, day.views, isIn, day.period, 'open').filter(row =>
      row.flags.includes('stale'),
    )
    const staleValues = stale.flatMap(row => row.calculated.value ?? [])
    const staleValue =
      stale.length > 0 && staleValues.length === 0 ? null : staleValues.reduce((sum, value) => sum + value, 0)
    return {
      asOf: toIsoDate(portfolio.view.asOf),
      value: own.known.balance.total,
      valueCalculated: known.balance.total,
      calculated: shown.moves,
      own: own.moves,
      // A share of a partial sum would not be the share of the whole.
      cashShare: own.known.flags.includes('partial')
        ? null
        : weightIn(own.known.balance.total, own.known.balance.cash),
      // A share has no currency: that of the client lacks the fewest rates.
      drift: findLargestDrift(portfolio, own.scope, targets),
      staleValue,
      flags: [
        ...wireFlags(listGaps(shown.known)),
        ...explainMissing(shown, own),
        ...weightFlags(own.known.balance.total, { cash_share: own.known.balance.cash }),
        ...(stale.length > 0 ? [stalePriceFlag(staleValue)] : []),
      ],
    }
  },
)

/** Figures of a client in one currency. */
function readClient(portfolio: Portfolio, currency: string) {
  const scope = readScope(portfolio, periodFilter(currency, '1d'))
  const day = queryEngine(portfolio, scope)
  const year = queryPeriod(portfolio, currency, 'ytd')
  const known = readPerformance(day)
  const yearKnown = readPerformance(year)
  const moves: ClientMoves = {
    day: readPnl(day, known),
    ytd: readPnl(year, yearKnown),
    ytdTwr: yearKnown.pnl.rel.total,
  }
  return { scope, day, known, yearKnown, moves }
}

function readPnl(result: ReturnType<typeof queryEngine>, known: KnownPerformance): PnlOfPeriod {
  const { capital, rel } = pnlOnCapital(result)
  return { pnl: known.pnl.abs.total, capital, rel: rel.total }
}

type ReadClient = ReturnType<typeof readClient>

/** Flags of a return concern the time-weighted return alone, which is that of the year. */
const returnFlags: readonly EngineFlag[] = ['no_base', 'unlinked', 'base_lost']

function listGaps({ flags }: KnownPerformance): EngineFlag[] {
  return flags.filter(flag => !returnFlags.includes(flag))
}

/** Why figures are missing where the gaps of the day in the reporting currency do not say it. */
function explainMissing(shown: ReadClient, own: ReadClient): Flag[] {
  const stated = listGaps(shown.known)
  const fieldsByCode = new Map<EngineFlag, string[]>()
  const add = (flags: readonly EngineFlag[], fields: readonly string[]) => {
    for (const code of new Set(flags))
      fieldsByCode.set(code, [...new Set([...(fieldsByCode.get(code) ?? []), ...fields])])
  }
  const isNew = (flag: EngineFlag) => !stated.includes(flag)
  add(listGaps(shown.yearKnown).filter(isNew), ['ytd_pnl_abs', 'ytd_pnl_rel', 'ytd_twr'])
  add(listGaps(own.known).filter(isNew), ['value', 'own_day_pnl_abs', 'own_day_pnl_rel', 'cash_share'])
  add(listGaps(own.yearKnown).filter(isNew), ['own_ytd_pnl_abs', 'own_ytd_pnl_rel', 'own_ytd_twr'])
  for (const [{ moves, yearKnown }, prefix] of [
    [shown, ''],
    [own, 'own_'],
  ] as const) {
    const linking = yearKnown.flags.filter(flag => returnFlags.includes(flag))
    if (!isPnlUnknown(yearKnown)) add(linking, [`${prefix}ytd_twr`])
    for (const period of ['day', 'ytd'] as const)
      if (moves[period].pnl !== null && moves[period].rel === null)
        add(['no_base'], [`${prefix}${period}_pnl_rel`])
  }
  return [...fieldsByCode].map(([code, fields]) => ({ code, fields, date: null, amount: null }))
}

function isPnlUnknown({ pnl }: KnownPerformance): boolean {
  return pnl.abs.total === null
}

function stalePriceFlag(amount: number | null): Flag {
  return { code: 'stale', fields: ['value', 'value_calculated'], date: null, amount }
}

function computeValue(portfolio: Portfolio, currency: string): FamilyFigures {
  const { balance, flags } = readPerformance(queryPeriod(portfolio, currency, '1d'))
  return { value: balance.total, flags: wireFlags(flags) }
}

function queryPeriod(portfolio: Portfolio, currency: string, name: '1d' | 'ytd') {
  return queryEngine(portfolio, readScope(portfolio, periodFilter(currency, name)))
}

function periodFilter(currency: string, name: '1d' | 'ytd') {
  const period = { name, start_date: null, end_date: null }
  return { settings: { period, currency }, filters: {} }
}
