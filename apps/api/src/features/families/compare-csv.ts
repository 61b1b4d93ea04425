import type { CallReply, ComparedClient, contract, Flag } from '@plumbline/contract'
import { describeFlags } from '../../figures/export-columns.ts'
import { toCsv } from '../../platform/http/bodies/csv.ts'

type Comparison = CallReply<typeof contract.clients.compare>['data']
type Value = string | number | null

interface Row {
  section: 'figure' | 'allocation' | 'held_by_both'
  key: string
  name: string
  values: readonly Value[]
  isMoney: boolean
}

/** Amounts are in the currency of their client; shares, returns and drift are fractions. */
const money = ['value', 'day_pnl_abs', 'ytd_pnl_abs'] as const
const shares = [
  'day_pnl_rel',
  'ytd_pnl_rel',
  'ytd_twr',
  'twr_per_year',
  'volatility',
  'max_drawdown',
  'cash_share',
] as const

/** Two clients side by side, one row for each figure, group and security held by both. */
export function compareCsv({ clients, allocation, held_by_both: held, basis }: Comparison): string {
  const figure = (key: string, read: (client: ComparedClient) => Value, isMoney = false): Row => ({
    section: 'figure',
    key,
    name: '',
    values: clients.map(read),
    isMoney,
  })
  const rows: Row[] = [
    ...money.map(field => figure(field, client => client[field], true)),
    ...shares.map(field => figure(field, client => client[field])),
    figure('largest_drift', client => client.largest_drift?.drift ?? null),
    figure('drift_group', client => client.largest_drift?.name ?? client.drift_gap),
    figure('positions_count', client => client.positions_count),
    ...allocation.map(
      ({ key, weights }): Row => ({ section: 'allocation', key, name: '', values: weights, isMoney: false }),
    ),
    ...held.map(
      ({ instrument, weights }): Row => ({
        section: 'held_by_both',
        key: instrument.id,
        name: instrument.name,
        values: weights,
        isMoney: false,
      }),
    ),
  ]
  const [first, second] = clients
  return toCsv<Row>(
    {
      section: row => row.section,
      key: row => row.key,
      name: row => row.name,
      first_client: () => first?.family.name,
      first_value: row => row.values[0],
      first_currency: row => (row.isMoney ? first?.currency : null),
      second_client: () => second?.family.name,
      second_value: row => row.values[1],
      second_currency: row => (row.isMoney ? second?.currency : null),
      calculated_currency: () => (first?.currency === second?.currency ? first?.currency : null),
      as_of: () => basis.as_of,
      first_flags: () => describeAll(first?.flags),
      second_flags: () => describeAll(second?.flags),
    },
    rows,
  )
}

function describeAll(flags: readonly Flag[] = []): string {
  return describeFlags(flags)
}
