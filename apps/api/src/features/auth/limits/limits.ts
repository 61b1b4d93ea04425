import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { createSemaphore } from '../../../platform/concurrency/concurrency-limit.ts'
import { createTokenBucket } from '../../../platform/concurrency/token-bucket.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { rejectSlowly } from './tarpit.ts'
import type { Budget, TryLimitStore } from './try-limit.store.ts'

export type LimitedAction = 'sign_in' | 'code' | 'reset' | 'register' | 'proof' | 'mail'

/** A granted try. */
export interface Ticket {
  giveBack(): Promise<void>
}

/** A device or address from which this account has signed in before. */
export type KnownOrigin = { kind: 'device'; id: string } | { kind: 'address' }

interface Attempt {
  account: string
  address: string
  /** Finds a known origin; called only within the rate limit of the address. */
  findOrigin?: () => Promise<KnownOrigin | null>
}

export interface Limits {
  /** Grants a try, or rejects with the time to wait. */
  take(kind: LimitedAction, attempt: Attempt): Promise<Ticket>
}

type Rate = Omit<Budget, 'key'>

const oneAMinute: Rate = { burst: 10, secondsPerTry: 60 }
const tenAnHour: Rate = { burst: 10, secondsPerTry: 360 }

/** Per account over all addresses. A code has only a million values, and passwords are often weaker. */
const accountRates: Record<LimitedAction, Rate> = {
  sign_in: { burst: 20, secondsPerTry: 360 },
  code: tenAnHour,
  proof: tenAnHour,
  reset: oneAMinute,
  register: oneAMinute,
  mail: oneAMinute,
}

/** A known device or address has its own budget, so that guesses of others cannot lock the owner out. */
const knownRates: Partial<Record<LimitedAction, Rate>> = { sign_in: oneAMinute, code: tenAnHour }

/** Requesting a mail guesses nothing, so an address with a full budget may do so even if the account's is used up. */
const lenient: ReadonlySet<LimitedAction> = new Set(['reset', 'register'])

/** The tries of an address share one row, so more lookups at once would only queue for its lock. */
const maxConcurrentLookups = 2
/** Lookups per address: a whole office signing in at nine, then a steady rate. */
const lookupRate = { burst: 100, perSecond: 20 }

export function createLimits(store: TryLimitStore): Limits {
  const lookupSlots = createSemaphore(maxConcurrentLookups)
  const lookups = createTokenBucket(lookupRate)
  const tooMany = (retryAfterSeconds: number) => new AppError('too_many_requests', { retryAfterSeconds })
  return {
    async take(kind, attempt) {
      if (!lookups.take(networkPrefix(attempt.address))) return rejectSlowly(tooMany(1))
      const outcome = await lookupSlots.run(async () => {
        const origin = (await attempt.findOrigin?.()) ?? null
        return store.take(budgetsFor(kind, attempt, origin), lenient.has(kind))
      })
      if (outcome.kind === 'refused') return rejectSlowly(tooMany(outcome.retryAfterSeconds))
      return { giveBack: () => store.giveBack(outcome.taken) }
    },
  }
}

/**
 * A known device has a budget of its own, which not even its network can use up. A known address has one with
 * this account besides the budget of the address. All others share the budget of the account.
 */
function budgetsFor(
  kind: LimitedAction,
  { account, address }: Attempt,
  origin: KnownOrigin | null,
): Budget[] {
  const network = networkPrefix(address)
  const known = knownRates[kind] ?? accountRates[kind]
  if (origin?.kind === 'device')
    return [{ key: budgetKey(kind, 'device', `${account} on ${origin.id}`), ...known }]
  const addressBudget = { key: budgetKey(kind, 'address', network), ...oneAMinute }
  if (origin)
    return [addressBudget, { key: budgetKey(kind, 'account', `${account} from ${network}`), ...known }]
  return [addressBudget, { key: accountKey(kind, account), ...accountRates[kind] }]
}

/** The budget that all addresses share for one account. */
export function accountKey(kind: LimitedAction, account: string): Buffer {
  return budgetKey(kind, 'account', account)
}

function budgetKey(kind: LimitedAction, what: 'address' | 'account' | 'device', text: string): Buffer {
  return createHash('sha256').update(`${kind}\n${what}\n${text}`).digest()
}

/** The owner of one IPv6 address has 2^64 of them, so the network counts. */
export function networkPrefix(address: string): string {
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
