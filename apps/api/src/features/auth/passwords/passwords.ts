import { hash } from '@node-rs/argon2'
import { AppError } from '../../../platform/errors/app-error.ts'
import { hashThreads } from './hash-threads.ts'

/** Argon2id as OWASP asks for at least: 19 MiB, two passes, one lane. About 30 ms on a small machine. */
const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A quarter of a minute for one thread: longer than that nobody waits for a sign-in. */
const mostWaiting = 250

/** Hashing is the one costly thing a stranger can ask for, so it takes its turn, and the line has an end. */
export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * Without a hash (no such user, or none chosen yet) the same work is done in vain, so that the time of the
   * answer does not tell whether an account exists.
   */
  matches(password: string, storedHash: string | null): Promise<boolean>
  /** Whether as many wait as may: then nothing needs to be done for another one. */
  isBusy(): boolean
}

/** Passwords of people who ask: hashed in threads that yield to everything else, found at `entry`. */
export function createPasswords(entry: URL): Passwords {
  const threads = hashThreads(entry)
  const isBusy = () => threads.waiting() >= mostWaiting
  const inTurn = (order: Parameters<typeof threads.carryOut>[0]) => {
    if (isBusy()) throw new AppError('overloaded')
    return threads.carryOut(order)
  }
  return {
    isBusy,
    async hash(password) {
      return String(await inTurn({ kind: 'hash', password: normal(password), options: argon2id }))
    },
    async matches(password, storedHash) {
      const compared = storedHash ?? (await hashOfNothing())
      const matches = await inTurn({ kind: 'compare', password: normal(password), hash: compared })
      return matches === true && storedHash !== null
    },
  }
}

/** For commands, where nobody else waits. */
export function hashPassword(password: string): Promise<string> {
  return hash(normal(password), argon2id)
}

let nothing: Promise<string> | undefined
function hashOfNothing(): Promise<string> {
  nothing ??= hashPassword('no such user')
  return nothing
}

/** The same characters typed on another keyboard may arrive composed differently. */
function normal(password: string): string {
  return password.normalize('NFKC')
}
