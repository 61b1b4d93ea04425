import type { CallReply, contract, FindingKind } from '@plumbline/contract'
import type { PositionRow } from '@plumbline/engine'
import type { Portfolio } from '../../queries/query.ts'
import type { Words } from './finding-words.ts'
import type { HealthFacts } from './health.store.ts'

export type Finding = CallReply<typeof contract.reconciliation.findings>['data'][number]

/** What every check of the scope is made with. */
export interface Checked {
  portfolio: Portfolio
  facts: HealthFacts
  words: Words
  /** Open positions of the scope. */
  open: PositionRow[]
  account(id: string): { id: string; name: string }
  /** The name of a finding: the same as long as it is about the same. */
  idOf(kind: FindingKind, account: string | null, subject: string): string
}
