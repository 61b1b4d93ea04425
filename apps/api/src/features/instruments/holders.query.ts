import type { CallReply, contract } from '@plumbline/contract'
import { positionRows, toIsoDate } from '@plumbline/engine'
import { defineQuery } from '../../queries/query.ts'
import { describeBasis, queryEngine, readScope } from '../../queries/query-scope.ts'

type Reply = CallReply<typeof contract.instruments.holders>

export interface HoldersInput {
  instrument: string
  /** The family of each account. */
  families: Record<string, { id: string; name: string }>
}

/** The open positions in one instrument, largest first. */
export const holdersQuery = defineQuery(
  'instrumentHolders',
  (portfolio, { instrument, families }: HoldersInput, filter): Reply => {
    const scope = readScope(portfolio, filter)
    const { views, isIn, period } = queryEngine(portfolio, scope)
    const { snapshot, metadata } = portfolio
    const data: Reply['data'] = []
    for (const row of positionRows(snapshot, views, position => isIn[position] === 1, period, 'open')) {
      const account = metadata.accounts.get(row.account)
      if (row.instrument !== instrument || !account) continue
      data.push({
        position_id: row.key,
        family: families[row.account] ?? null,
        account: { id: row.account, name: account.name },
        custodian: { id: account.custodianId, name: account.custodianName },
        quantity: row.quantity * (row.side === 'short' ? -1 : 1),
        value: row.original.value,
        value_calculated: row.calculated.value,
      })
    }
    data.sort(
      (a, b) =>
        (b.value_calculated ?? 0) - (a.value_calculated ?? 0) || (a.position_id < b.position_id ? -1 : 1),
    )
    return { data, currency: describeBasis(portfolio, scope).currency, date: toIsoDate(period.to) }
  },
)
