import { errorCode } from '../errors/startup-error.ts'

/** Connection lost, refused, shutting down, starting up, full, or read-only after a failover. */
const unavailable = new Set([
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

/** Statement or lock timeout, serialization failure or deadlock. */
const busy = new Set(['40001', '40P01', '55P03', '57014'])

/** pg has no error code for a closed connection or a connection timeout. */
const unavailableMessage =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|connection was lost/

/** The connection was lost during a commit: only PostgreSQL knows whether it committed. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection was lost during a commit', { cause })
  }
}

/** Rethrows why a commit failed. PostgreSQL rolls back after an error it reports, but maybe not after a lost connection. */
export function throwCommitError(error: unknown): never {
  const isRolledBack = error instanceof Error && 'severity' in error && error.severity === 'ERROR'
  throw !isRolledBack && classifyDatabaseError(error) === 'database_unavailable'
    ? new OutcomeUnknown(error)
    : error
}

/** Classifies a transient database error, after which a retry may succeed; null for any other error. */
export function classifyDatabaseError(error: unknown): 'database_unavailable' | 'overloaded' | null {
  if (error instanceof OutcomeUnknown) return 'database_unavailable'
  const code = errorCode(error)
  if (unavailable.has(code)) return 'database_unavailable'
  if (busy.has(code)) return 'overloaded'
  return error instanceof Error && unavailableMessage.test(error.message) ? 'database_unavailable' : null
}
