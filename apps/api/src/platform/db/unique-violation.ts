/** Whether the database refused something because it exists already. */
export function isUniqueViolation(error: unknown): error is Error & { constraint?: string } {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

/** What `work` gives, or 'taken' when a name or address it writes belongs to something else. */
export async function unlessTaken<T>(work: () => Promise<T>): Promise<T | 'taken'> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken'
    throw error
  }
}
