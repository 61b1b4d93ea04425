import type { MarketProblem, PriceRow, RateRow } from './market-rows.ts'

/** A pair may be stated in both directions, each rounded. */
const maxRounding = 0.01

/** Lines that state another price or rate than an earlier line for the same day: bid and ask, or two sources. */
export function findContradictions(prices: readonly PriceRow[], rates: readonly RateRow[]): MarketProblem[] {
  const problems: MarketProblem[] = []
  const first = new Map<string, PriceRow | RateRow>()
  for (const row of prices) {
    const key = `${row.isin ?? row.symbol} ${row.currency} ${row.date}`
    const earlier = first.get(key) as PriceRow | undefined
    if (!earlier) first.set(key, row)
    else if (earlier.price !== row.price) problems.push(contradiction(row, earlier))
  }
  for (const row of rates) {
    const key = `${[row.base, row.quote].sort().join('/')} ${row.date}`
    const earlier = first.get(key) as RateRow | undefined
    if (!earlier) first.set(key, row)
    else if (differ(earlier, row)) problems.push(contradiction(row, earlier))
  }
  return problems
}

function differ(a: RateRow, b: RateRow): boolean {
  if (a.base === b.base) return a.rate !== b.rate
  return Math.abs(Number(a.rate) * Number(b.rate) - 1) > maxRounding
}

const contradiction = (row: PriceRow | RateRow, earlier: PriceRow | RateRow): MarketProblem => ({
  line: row.line,
  code: 'stated_twice',
  value: String(earlier.line),
})
