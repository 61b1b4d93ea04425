import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../http/app-error.ts'

/** Argon2id as OWASP asks for at least: 19 MiB, two passes, one lane. About 30 ms on a small machine. */
const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const hashesAtOnce = 2
const hashesWaiting = 60

let running = 0
const waiting: (() => void)[] = []

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normal(password), argon2id))
}

/**
 * Without a hash (no such user, or none chosen yet) the same work is done in vain, so that the time of the
 * answer does not tell whether an account exists.
 */
export function passwordMatches(password: string, storedHash: string | null): Promise<boolean> {
  return inTurn(async () => {
    const matches = await verify(storedHash ?? (await hashOfNothing()), normal(password))
    return matches && storedHash !== null
  })
}

let nothing: Promise<string> | undefined
function hashOfNothing(): Promise<string> {
  nothing ??= hash('no such user', argon2id)
  return nothing
}

/** The same characters typed on another keyboard may arrive composed differently. */
function normal(password: string): string {
  return password.normalize('NFKC')
}

/** Hashing is the one costly thing a stranger can ask for, so it takes its turn, and the queue is short. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= hashesAtOnce) {
    if (waiting.length >= hashesWaiting) throw new AppError('overloaded')
    await new Promise<void>(resolve => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
