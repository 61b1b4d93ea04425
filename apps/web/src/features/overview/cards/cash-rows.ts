import type { CashBalances } from '../../../portfolio/queries.ts'
import { roundParts } from '../../../portfolio/round-parts.ts'

export type CashGrouping = 'account' | 'currency'

export interface CashRow {
  key: string
  /** Custodian and account, or the name of a currency. */
  name: string
  note: string | null
  currency: string
  balance: number
  /** As it is printed: the rows add up to the total. */
  value: number | null
}

/** Each balance by itself, or those of a currency together; printed so that they add up to the total. */
export function cashRows(
  data: CashBalances['data'],
  total: number | null,
  grouping: CashGrouping,
): CashRow[] {
  const single = data.filter(isSomething).map(
    (row): CashRow => ({
      key: row.position_reference,
      name: row.custodian.name,
      note: row.account.name,
      currency: row.currency,
      balance: row.balance,
      value: row.value,
    }),
  )
  const rows = grouping === 'account' ? byCustodian(single) : byCurrency(single)
  if (total === null || rows.some(({ value }) => value === null)) return rows
  const printed = roundParts(
    rows.map(({ value }) => value),
    total,
  )
  return rows.map((row, index) => ({ ...row, value: printed[index] ?? null }))
}

/** An account that holds nothing in a currency has nothing to say about it. */
function isSomething({ balance, value }: CashBalances['data'][number]): boolean {
  return Math.abs(balance) >= 0.005 || Math.abs(value ?? 0) >= 0.005
}

function byCustodian(rows: CashRow[]): CashRow[] {
  return rows.toSorted(
    (one, other) =>
      one.name.localeCompare(other.name) ||
      (one.note ?? '').localeCompare(other.note ?? '') ||
      one.currency.localeCompare(other.currency),
  )
}

function byCurrency(rows: readonly CashRow[]): CashRow[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(
      ([currency, same]): CashRow => ({
        key: currency,
        name: currency,
        note: null,
        currency,
        balance: same.reduce((sum, { balance }) => sum + balance, 0),
        value: same.some(({ value }) => value === null)
          ? null
          : same.reduce((sum, { value }) => sum + (value ?? 0), 0),
      }),
    )
    .sort((one, other) => Math.abs(other.value ?? 0) - Math.abs(one.value ?? 0))
}
