import { currencyDecimals, roundTo } from '../../lib/format/format.ts'
import { roundAmount, roundWithRest } from '../../portfolio/round-parts.ts'
import type { ComparedRow } from './use-what-if.ts'

const sides = ['before', 'after'] as const
/** The last one takes the rest. */
const parts: readonly string[] = ['balance_cash', 'balance_allocated']

/**
 * The rows as they are displayed: on both sides the allocated part and the cash add up to the net asset value, and the
 * change of an amount is the difference of the two amounts beside it.
 */
export function roundComparison(rows: readonly ComparedRow[]): ComparedRow[] {
  const rounded = rows.map(row => (row.unit === 'money' ? roundSides(row) : row))
  const find = (key: string) => rows.find(row => row.section === 'value' && row.key === key)
  const total = find('balance_total')
  if (total === undefined) return rounded.map(withChange)
  const decimals = currencyDecimals(total.currency)
  const shares = sides.map(side =>
    roundWithRest(
      parts.map(key => find(key)?.[side] ?? null),
      roundAmount(total[side], decimals),
      decimals,
    ),
  )
  return rounded
    .map(row => {
      const place = row.section === 'value' ? parts.indexOf(row.key) : -1
      if (place < 0) return row
      return { ...row, before: shares[0]?.[place] ?? null, after: shares[1]?.[place] ?? null }
    })
    .map(withChange)
}

function roundSides(row: ComparedRow): ComparedRow {
  const decimals = currencyDecimals(row.currency)
  return { ...row, before: roundAmount(row.before, decimals), after: roundAmount(row.after, decimals) }
}

function withChange(row: ComparedRow): ComparedRow {
  if (row.unit !== 'money' || row.change === null || row.before === null || row.after === null) return row
  return { ...row, change: roundTo(row.after - row.before, currencyDecimals(row.currency)) }
}
