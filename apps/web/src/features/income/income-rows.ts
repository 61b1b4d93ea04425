import type { Flag } from '@plumbline/contract'
import type { Income, IncomeKind, IncomePosition } from './use-income.ts'

export const groupings = ['position', 'account', 'kind'] as const
export type Grouping = (typeof groupings)[number]

export function parseGrouping(word: unknown): Grouping {
  return groupings.find(grouping => grouping === word) ?? 'position'
}

/** A line of the table: a position, an account, a kind, or all positions that were sold. */
export interface IncomeRow {
  key: string
  name: string
  kind: IncomeKind | null
  position: IncomePosition | null
  isSold: boolean
  expected: number | null
  received: number | null
  flags: readonly Flag[]
}

const plain = { kind: null, position: null, isSold: false, flags: [] } as const

/** The lines of a grouping in the order of the server. Sums of those that were sold are whole cents. */
export function listRows(income: Income, grouping: Grouping): IncomeRow[] {
  if (grouping === 'account')
    return income.accounts.map(({ account, expected, received }) => ({
      ...plain,
      key: account.id,
      name: account.name,
      expected,
      received,
    }))
  if (grouping === 'kind')
    return income.kinds.map(({ kind, expected, received }) => ({
      ...plain,
      key: kind,
      name: kind,
      kind,
      expected,
      received,
    }))
  const open = income.positions.filter(row => !row.is_closed)
  const sold = income.positions.filter(row => row.is_closed)
  const rows = open.map(position => ({
    ...plain,
    key: `${position.position_id} ${position.kind}`,
    name: position.name,
    position,
    expected: position.expected,
    received: position.received,
    flags: position.flags,
  }))
  const known = sold.filter(({ received }) => received !== null)
  const received = Math.round(known.reduce((sum, row) => sum + (row.received ?? 0), 0) * 1000) / 1000
  return sold.length === 0
    ? rows
    : [
        ...rows,
        {
          ...plain,
          key: 'sold',
          name: '',
          isSold: true,
          expected: null,
          received: known.length === 0 ? null : received,
          flags: sold.flatMap(({ flags }) => flags),
        },
      ]
}
