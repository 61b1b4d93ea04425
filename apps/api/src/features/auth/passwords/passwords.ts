import { hash } from '@node-rs/argon2'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { HashRequest } from './hash-request.ts'
import { hashWorkers } from './hash-workers.ts'

/** The minimum that OWASP recommends for Argon2id: 19 MiB, two passes, one lane. About 30 ms on a small machine. */
const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** About 15 seconds of work for one worker; users do not wait longer than that for a sign-in. */
const maxQueued = 250

/** Hashing is the only expensive work that an anonymous caller can cause, so its queue is bounded. */
export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * Without a hash (unknown user, or no password yet) it compares with a dummy hash, so that the response time does not
   * reveal whether an account exists.
   */
  matches(password: string, storedHash: string | null): Promise<boolean>
  /** Whether the queue is full. */
  isBusy(): boolean
}

/** Hashes passwords in low-priority workers started from `entry`. */
export function createPasswords(entry: URL): Passwords {
  const workers = hashWorkers(entry)
  const isBusy = () => workers.queued() >= maxQueued
  const enqueue = (request: HashRequest) => {
    if (isBusy()) throw new AppError('overloaded')
    return workers.run(request)
  }
  return {
    isBusy,
    async hash(password) {
      return String(await enqueue({ kind: 'hash', password: normalize(password), options: argon2id }))
    },
    async matches(password, storedHash) {
      const compared = storedHash ?? (await dummyHash())
      const matches = await enqueue({ kind: 'compare', password: normalize(password), hash: compared })
      return matches === true && storedHash !== null
    },
  }
}

/** Hashes in the calling thread; for commands, which serve no requests. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalize(password), argon2id)
}

let dummy: Promise<string> | undefined
function dummyHash(): Promise<string> {
  dummy ??= hashPassword('no such user')
  return dummy
}

/** Keyboards compose the same character differently, so passwords are compared in one Unicode form. */
function normalize(password: string): string {
  return password.normalize('NFKC')
}
