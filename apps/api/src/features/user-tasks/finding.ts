import type { DateFormat, NotificationTarget, Role, TaskAction, TaskType } from '@plumbline/contract'
import type { Language } from '@plumbline/contract/texts'
import { asCurrentUser, type CurrentUser } from '../../platform/auth/current-user.ts'

/** A rule with its owner. */
export interface DueTask {
  id: string
  name: string
  type: TaskType
  data: Record<string, unknown>
  actions: TaskAction[]
  familyId: string | null
  familyName: string | null
  /** State of the last run. */
  state: Record<string, unknown>
  userId: string
  username: string
  userName: string
  role: Role
  userFamilyId: string | null
  language: Language
  dateFormat: DateFormat
  timeZone: string | null
  createdAt: string
  now: string
  /** Changes whenever figures of the family may have changed. */
  version: string
}

/** Content of a notification and its mail. */
export interface NotificationText {
  title: string
  text: string
  /** The link in the mail. */
  link: string
  target: { kind: NotificationTarget; id: string } | null
}

/** A match of a rule, identified by its occurrence, so that it notifies once. */
export interface Finding extends NotificationText {
  occurrence: string
  /** A report to print with it. */
  report?: { id: string; period: { name: null; start_date: string; end_date: string } }
}

export interface ReachedTarget {
  id: string
  direction: 'above' | 'below'
  price: string
  note: string
  tickerId: string
  name: string
  currency: string
  close: string
  date: string
  reachedAt: string
}

/** Null for rules about the watchlist. */
export function ruleFamily({ familyId, familyName }: DueTask): { id: string; name: string } | null {
  return familyId === null ? null : { id: familyId, name: familyName ?? '' }
}

/** Queries run as the owner, with the rights they have at that moment. */
export function asOwner({ userId, username, userName, role, userFamilyId, language }: DueTask): CurrentUser {
  return asCurrentUser({ id: userId, username, name: userName, role, familyId: userFamilyId, language })
}
