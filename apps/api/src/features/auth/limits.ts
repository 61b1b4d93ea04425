import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { AppError } from '../../http/app-error.ts'
import { openLine } from './line.ts'
import { createPace } from './pace.ts'
import { refuse } from './refusals.ts'
import type { TryLimitStore } from './try-limit.store.ts'

export type Limited = 'sign_in' | 'code' | 'reset' | 'register' | 'proof' | 'mail'

/** One try that was granted. */
export interface Ticket {
  giveBack(): Promise<void>
}

export interface Limits {
  /** Grants a try, or refuses with the time to wait. */
  take(kind: Limited, of: { account: string; address: string }): Promise<Ticket>
}

/** Codes have a million values, and what a signed-in user asks for has one asker: no address is an exception. */
const strict: ReadonlySet<Limited> = new Set(['code', 'proof', 'mail'])

/** Tries of one address all count in one row: more of them at once would only wait for each other there. */
const lookedUpAtOnce = 2
/** What a database is asked about one address: a whole office that comes in at nine, then so many a second. */
const lookUps = { atOnce: 100, perSecond: 20 }

export function createLimits(store: TryLimitStore): Limits {
  const lookingUp = openLine(lookedUpAtOnce)
  const pace = createPace(lookUps)
  const tooMany = (retryAfterSeconds: number) => new AppError('too_many_requests', { retryAfterSeconds })
  return {
    async take(kind, { account, address }) {
      const network = networkOf(address)
      if (!pace.allows(network)) return refuse(tooMany(1))
      const keys = { address: keyOf(kind, 'address', network), account: keyOf(kind, 'account', account) }
      const outcome = await lookingUp.run(() => store.take(keys, strict.has(kind)))
      if (outcome.kind === 'refused') return refuse(tooMany(outcome.retryAfterSeconds))
      return { giveBack: () => store.giveBack(outcome.taken) }
    },
  }
}

function keyOf(kind: Limited, what: 'address' | 'account', text: string): Buffer {
  return createHash('sha256').update(`${kind}\n${what}\n${text}`).digest()
}

/** Whoever has one IPv6 address has 2^64 of them: the network counts. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  const groups = [...left, ...zeros, ...right].map(group => group.replace(/^0+(?=.)/, ''))
  return `${groups.slice(0, 4).join(':')}::/64`
}
