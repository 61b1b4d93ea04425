/** Whether a unique constraint rejected the row. */
export function isUniqueViolation(error: unknown): error is Error & { constraint?: string } {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

/** The result of `work`, or 'taken' when a name or address it writes is already in use. */
export async function unlessTaken<T>(work: () => Promise<T>): Promise<T | 'taken'> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken'
    throw error
  }
}
