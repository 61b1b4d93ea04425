import { accountWords } from '../../../portfolio/display-names.ts'
import type { CashBalances } from '../../../portfolio/queries.ts'
import { roundToTotal } from '../../../portfolio/round-parts.ts'

export type CashGrouping = 'account' | 'currency'

export interface CashRow {
  key: string
  /** Custodian and account, or the name of a currency. */
  name: string
  note: string | null
  currency: string
  balance: number
  /** Rounded so that the rows add up to the total. */
  value: number | null
}

/** Lists balances one by one or summed by currency, rounded so that they add up to the total. */
export function cashRows(
  data: CashBalances['data'],
  total: number | null,
  grouping: CashGrouping,
  decimals: number,
): CashRow[] {
  const single = data.filter(isNonZero).map((row): CashRow => {
    const [name = '', note = null] = accountWords(row)
    return {
      key: row.position_reference,
      name,
      note,
      currency: row.currency,
      balance: row.balance,
      value: row.value,
    }
  })
  const rows = grouping === 'account' ? byCustodian(single) : byCurrency(single)
  const rounded = roundToTotal(
    rows.map(({ value }) => value),
    total,
    decimals,
  )
  return rows.map((row, index) => ({ ...row, value: rounded[index] ?? null }))
}

/** Zero balances are not listed. */
function isNonZero({ balance, value }: CashBalances['data'][number]): boolean {
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
