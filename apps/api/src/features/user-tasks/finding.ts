import type { DateFormat, NotificationTarget, Role, TaskAction, TaskType } from '@plumbline/contract'
import type { Language } from '@plumbline/contract/texts'
import { onBehalfOf, type SignedIn } from '../../platform/auth/signed-in.ts'

/** A rule with its owner, as of one moment. */
export interface DueTask {
  id: string
  name: string
  type: TaskType
  data: Record<string, unknown>
  actions: TaskAction[]
  familyId: string | null
  familyName: string | null
  /** What the rule last saw. */
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

/** What stands in the notification and in its mail. */
export interface Told {
  title: string
  text: string
  /** Where the mail's link leads. */
  link: string
  target: { kind: NotificationTarget; id: string } | null
}

/** Something a rule has to tell, known by what happened, so that it is told once. */
export interface Finding extends Told {
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

/** The family a rule is about; null for rules about the watchlist. */
export function familyOf({ familyId, familyName }: DueTask): { id: string; name: string } | null {
  return familyId === null ? null : { id: familyId, name: familyName ?? '' }
}

export function isStaff({ role }: Pick<DueTask, 'role'>): boolean {
  return role === 'admin' || role === 'adviser'
}

/** The owner, as whom the portfolio is asked: a rule sees what its owner may see at that moment. */
export function ownerOf({ userId, username, userName, role, userFamilyId, language }: DueTask): SignedIn {
  return onBehalfOf({ id: userId, username, name: userName, role, familyId: userFamilyId, language })
}
