import { databaseTrouble } from '../db/database-trouble.ts'
import { AppError } from '../http/app-error.ts'

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

function passes(error: unknown): boolean {
  return databaseTrouble(error) !== null || (error instanceof AppError && error.status === 503)
}
