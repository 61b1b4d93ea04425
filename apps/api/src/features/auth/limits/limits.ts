import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { createSemaphore } from '../../../platform/concurrency/concurrency-limit.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { refuse } from './tarpit.ts'
import { createPace } from './token-bucket.ts'
import type { Budget, TryLimitStore } from './try-limit.store.ts'

export type Limited = 'sign_in' | 'code' | 'reset' | 'register' | 'proof' | 'mail'

/** One try that was granted. */
export interface Ticket {
  giveBack(): Promise<void>
}

/** A device or address that this account was signed in from before. */
export type KnownOrigin = { kind: 'device'; id: string } | { kind: 'address' }

interface Attempt {
  account: string
  address: string
  /** Where the caller is already known to this account; asked only after the rate limit of the address. */
  findOrigin?: () => Promise<KnownOrigin | null>
}

export interface Limits {
  /** Grants a try, or refuses with the time to wait. */
  take(kind: Limited, attempt: Attempt): Promise<Ticket>
}

type Rate = Omit<Budget, 'key'>

const oneAMinute: Rate = { quickTries: 10, secondsPerTry: 60 }
const tenAnHour: Rate = { quickTries: 10, secondsPerTry: 360 }

/** Tries of an account over all addresses together. A code has a million values, and a password is often weaker. */
const accountRates: Record<Limited, Rate> = {
  sign_in: { quickTries: 20, secondsPerTry: 360 },
  code: tenAnHour,
  proof: tenAnHour,
  reset: oneAMinute,
  register: oneAMinute,
  mail: oneAMinute,
}

/** What a known device or address has for itself: others cannot use it up, so they cannot lock the owner out. */
const knownRates: Partial<Record<Limited, Rate>> = { sign_in: oneAMinute, code: tenAnHour }

/** Asking for a mail guesses nothing: an address without a try on record may ask although the account's are used up. */
const lenient: ReadonlySet<Limited> = new Set(['reset', 'register'])

/** Tries of one address all count in one row: more of them at once would only wait for each other there. */
const lookedUpAtOnce = 2
/** What a database is asked about one address: a whole office that comes in at nine, then so many a second. */
const lookUps = { atOnce: 100, perSecond: 20 }

export function createLimits(store: TryLimitStore): Limits {
  const lookingUp = createSemaphore(lookedUpAtOnce)
  const pace = createPace(lookUps)
  const tooMany = (retryAfterSeconds: number) => new AppError('too_many_requests', { retryAfterSeconds })
  return {
    async take(kind, attempt) {
      if (!pace.allows(networkOf(attempt.address))) return refuse(tooMany(1))
      const outcome = await lookingUp.run(async () => {
        const origin = (await attempt.findOrigin?.()) ?? null
        return store.take(budgetsFor(kind, attempt, origin), lenient.has(kind))
      })
      if (outcome.kind === 'refused') return refuse(tooMany(outcome.retryAfterSeconds))
      return { giveBack: () => store.giveBack(outcome.taken) }
    },
  }
}

/**
 * A known device counts for itself alone, so that not even its own network can use its tries up. A known address has
 * a budget with this account beside its own. Everyone else shares the budget of the account.
 */
function budgetsFor(kind: Limited, { account, address }: Attempt, origin: KnownOrigin | null): Budget[] {
  const network = networkOf(address)
  const known = knownRates[kind] ?? accountRates[kind]
  if (origin?.kind === 'device')
    return [{ key: keyOf(kind, 'device', `${account} on ${origin.id}`), ...known }]
  const ofAddress = { key: keyOf(kind, 'address', network), ...oneAMinute }
  if (origin) return [ofAddress, { key: keyOf(kind, 'account', `${account} from ${network}`), ...known }]
  return [ofAddress, { key: accountKey(kind, account), ...accountRates[kind] }]
}

/** The key of the budget that all addresses share for one account. */
export function accountKey(kind: Limited, account: string): Buffer {
  return keyOf(kind, 'account', account)
}

function keyOf(kind: Limited, what: 'address' | 'account' | 'device', text: string): Buffer {
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
