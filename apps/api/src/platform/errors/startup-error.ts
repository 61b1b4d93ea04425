/** A problem the operator can fix. Printed as one line without a stack, then exit code 1. */
export class StartupError extends Error {}

/** The code of a system or PostgreSQL error (ENOENT, 42501), or '' for any other error. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
