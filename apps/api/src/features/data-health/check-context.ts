import type { CallReply, contract, FindingKind } from '@plumbline/contract'
import type { PositionRow } from '@plumbline/engine'
import type { Portfolio } from '../../queries/query.ts'
import type { FindingTexts } from './finding-texts.ts'
import type { HealthFacts } from './health.store.ts'

export type Finding = CallReply<typeof contract.reconciliation.findings>['data'][number]

export interface CheckContext {
  portfolio: Portfolio
  facts: HealthFacts
  texts: FindingTexts
  /** Open positions of the scope. */
  open: PositionRow[]
  account(id: string): { id: string; name: string }
  /** Stable as long as the finding is about the same subject. */
  findingId(kind: FindingKind, account: string | null, subject: string): string
}
