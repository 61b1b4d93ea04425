import type { NotificationTarget, Role, TaskAction, TaskType } from '@plumbline/contract'
import type { Language } from '@plumbline/contract/texts'
import { asCurrentUser, type CurrentUser } from '../../platform/auth/current-user.ts'
import type { NotificationFacts } from '../../platform/notifications/notification-facts.ts'
import type { LocalClock } from './local-clock.ts'

/** A rule with its owner. */
export interface DueTask {
  id: string
  name: string
  type: TaskType
  data: Record<string, unknown>
  actions: TaskAction[]
  familyId: string | null
  familyName: string | null
  /** Names of the accounts it is limited to. */
  accountNames: string[]
  /** The accounts it tells of, as far as its owner sees them; null for rules about the watchlist. */
  accountIds: string[] | null
  /** State of the last run. */
  state: Record<string, unknown>
  /** Changes with every edit of the rule. */
  rowVersion: number
  userId: string
  username: string
  userName: string
  role: Role
  userFamilyId: string | null
  language: Language
  timeZone: string | null
  createdAt: string
  now: string
  /** The present moment on the owner's clock. */
  clock: LocalClock
  /** Changes whenever figures of the family may have changed, and with the owner's day. */
  version: string
}

/** A match of a rule, identified by its occurrence, so that it notifies once per channel. */
export interface Finding {
  occurrence: string
  facts: NotificationFacts
  target: { kind: NotificationTarget; id: string } | null
  /** The accounts that the message tells of; null for none. */
  accounts: string[] | null
}

/** A report to print; it is announced when it exists. */
export interface DueReport {
  occurrence: string
  reportId: string
  period: { name: null; start_date: string; end_date: string }
}

/** What a rule found, and what it remembers until its next run. */
export interface Evaluation {
  findings: Finding[]
  reports?: DueReport[]
  state?: Record<string, unknown>
}

/** A price target with the close that rules judge it by. */
export interface DoubtfulTarget {
  id: string
  direction: 'above' | 'below'
  /** In the currency of the target, which is the main one; quotes may be in minor units. */
  price: string
  tickerId: string
  name: string
  currency: string
  close: string
  date: string
}

export interface ReachedTarget extends DoubtfulTarget {
  note: string
}

/** Null for rules about the watchlist. */
export function ruleFamily({ familyId, familyName }: DueTask): { id: string; name: string } | null {
  return familyId === null ? null : { id: familyId, name: familyName ?? '' }
}

/** Queries run as the owner, with the rights they have at that moment. */
export function asOwner({ userId, username, userName, role, userFamilyId, language }: DueTask): CurrentUser {
  return asCurrentUser({ id: userId, username, name: userName, role, familyId: userFamilyId, language })
}
