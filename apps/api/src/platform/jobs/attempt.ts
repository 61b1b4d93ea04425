import { errorCatalogue } from '@plumbline/contract'
import { classifyDatabaseError } from '../db/database-errors.ts'
import { errorCode } from '../errors/startup-error.ts'

/**
 * Runs a job. A transient error, such as a full disk or a restarting database, is rethrown, so that the queue retries;
 * any other error goes to `onFailure`.
 */
export async function attempt(
  work: () => Promise<void>,
  onFailure: (error: unknown, message: string) => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isTransient(error)) throw error
    await onFailure(error, error instanceof Error ? error.message : String(error))
  }
}

/** The end of this server, a transient database error, or an error that a request would answer with 503. */
function isTransient(error: unknown): boolean {
  const known: Partial<Record<string, { status: number }>> = errorCatalogue
  // The server is stopping: another one runs the job.
  if (error instanceof Error && error.name === 'AbortError') return true
  return classifyDatabaseError(error) !== null || known[errorCode(error)]?.status === 503
}

/** Whether a job ran into the time limit of its queue. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}
