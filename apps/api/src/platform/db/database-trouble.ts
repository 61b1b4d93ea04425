import { errorCode } from '../errors/startup-error.ts'

/** Connection lost, refused, shutting down, starting up, full or read-only after a change of primary. */
const gone = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '25006',
  '25P03',
  '53000',
  '53100',
  '53200',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '58000',
  '58030',
])

/** A statement or a lock that took too long, or one of two that waited for each other. */
const busy = new Set(['40001', '40P01', '55P03', '57014'])

/** pg has no code for a connection that ended or could not be had in time. */
const goneInWords =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|connection was lost/

/** The connection was lost during a commit: only PostgreSQL knows whether it was carried out. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection was lost during a commit', { cause })
  }
}

/** Passes on why a commit failed. An error that PostgreSQL reports has rolled it back; a lost connection may not have. */
export function refuseToGuess(error: unknown): never {
  const isRolledBack = error instanceof Error && 'severity' in error && error.severity === 'ERROR'
  throw !isRolledBack && databaseTrouble(error) === 'database_unavailable' ? new OutcomeUnknown(error) : error
}

/** What a failure of the database means to whoever waits for it: both pass. Null when it is something else. */
export function databaseTrouble(error: unknown): 'database_unavailable' | 'overloaded' | null {
  if (error instanceof OutcomeUnknown) return 'database_unavailable'
  const code = errorCode(error)
  if (gone.has(code)) return 'database_unavailable'
  if (busy.has(code)) return 'overloaded'
  return error instanceof Error && goneInWords.test(error.message) ? 'database_unavailable' : null
}
