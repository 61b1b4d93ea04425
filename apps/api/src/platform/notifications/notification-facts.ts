import type { TargetDimension } from '@plumbline/contract'
import type { StoredReason } from '../jobs/delivery-texts.ts'
import type { MailKind } from '../mail/compose.ts'

export interface EventFacts {
  about: 'event'
  event: string
  name: string
  date: string
  accounts: string[]
  money: { amount: number; currency: string }[]
  isEstimated: boolean
}

export interface TargetFacts {
  about: 'target'
  direction: 'above' | 'below'
  name: string
  /** The target, in units of the close. */
  price: string
  close: string
  currency: string
  date: string
  note: string
}

/** A target that may have been reached by a split only. */
export interface UnknownTargetFacts extends Omit<TargetFacts, 'about' | 'note'> {
  about: 'unknown_target'
}

export interface MoveFacts {
  about: 'move'
  date: string
  currency: string
  relativity: 'abs' | 'rel'
  abs: number
  rel: number | null
  value: number | null
  /** Empty for all accounts. */
  accounts: string[]
  /** Positions valued at a price older than a week. */
  stale: number
  /** Currencies converted at a rate older than a week; absent in older messages. */
  staleRates?: string[]
  /** The figure that was known of this day before; null for the first announcement. */
  before: { abs: number; rel: number | null } | null
}

/** Instruments without a price or with a possible split, or currencies without a rate. */
interface MissingFacts {
  reason: 'missing_price' | 'missing_rate' | 'unposted_split'
  names: string[]
}

/** A day that a rule could not judge. */
export interface UnknownMoveFacts {
  about: 'unknown_move'
  date: string
  missing: MissingFacts[]
  accounts: string[]
}

/** Bands that a rule could not judge. */
export interface UnknownBreachFacts {
  about: 'unknown_breach'
  family: string
  date: string
  missing: MissingFacts[]
}

export interface BreachFacts {
  about: 'breach'
  family: string
  /** Name of the target, and of its bucket in the language that the rule's owner had. */
  target: string
  bucket: string
  /** What the target divides by, and the key of the bucket; absent in older messages. */
  dimension?: TargetDimension
  key?: string
  state: 'above' | 'below'
  date: string
  currency: string
  weight: number
  wanted: number
  min: number
  max: number
  drift: number
  money: number
}

export interface ReportFacts {
  about: 'report'
  name: string
  from: string
  to: string
}

export interface ClientTaskFacts {
  about: 'client_task'
  /** Someone assigned it to the reader, or it is due. */
  reason: 'assigned' | 'due'
  text: string
  due: string | null
  /** Who assigned it. */
  by: string
}

interface SourceFacts {
  about: 'source'
  name: string
  message: string | null
  details: Record<string, unknown>
}

export interface DeliveryFacts {
  about: 'delivery'
  file: string
  custodian: string
  reason: StoredReason
}

/** A mail that could not be delivered. */
export interface UndeliveredFacts {
  about: 'undelivered'
  address: string
  subject: string
  /** The code of the mail server's rejection; null if the attempts were given up. */
  code: string | null
}

export interface AccountFacts {
  about: 'account'
  mail: MailKind
  values: Record<string, string>
  /** An ISO moment. */
  at: string
}

/**
 * What a notification is about, as stored. The words are made when it is read, in the reader's language and formats, so
 * that an old message follows a change of the language.
 */
export type NotificationFacts =
  | EventFacts
  | TargetFacts
  | UnknownTargetFacts
  | MoveFacts
  | UnknownMoveFacts
  | BreachFacts
  | UnknownBreachFacts
  | ReportFacts
  | ClientTaskFacts
  | SourceFacts
  | DeliveryFacts
  | UndeliveredFacts
  | AccountFacts

const subjects: ReadonlySet<unknown> = new Set<NotificationFacts['about']>([
  'event',
  'target',
  'unknown_target',
  'move',
  'unknown_move',
  'breach',
  'unknown_breach',
  'report',
  'client_task',
  'source',
  'delivery',
  'undelivered',
  'account',
])

/** The stored facts; null for a message that was stored as text, or by a newer server. */
export function readFacts({ facts }: { facts?: unknown }): NotificationFacts | null {
  const isKnown = typeof facts === 'object' && facts !== null && 'about' in facts && subjects.has(facts.about)
  // Written by this server or an older one, in the shape of its subject.
  return isKnown ? (facts as NotificationFacts) : null
}
