import { errorCatalogue } from '@plumbline/contract'
import { databaseTrouble } from '../db/database-trouble.ts'
import { errorCode } from '../errors/startup-error.ts'

/**
 * Tries a piece of long work. Trouble that passes, such as a disk that is full or a database that starts again, is
 * thrown on: the queue tries once more, and nobody is told of it. What went wrong for good ends in `onFailure`.
 */
export async function attempt(
  work: () => Promise<void>,
  onFailure: (error: unknown, message: string) => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (passes(error)) throw error
    await onFailure(error, error instanceof Error ? error.message : String(error))
  }
}

/** What the database says itself, or what a request would have been answered with. */
function passes(error: unknown): boolean {
  const known: Partial<Record<string, { status: number }>> = errorCatalogue
  return databaseTrouble(error) !== null || known[errorCode(error)]?.status === 503
}
