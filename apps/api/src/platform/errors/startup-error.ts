/** Something the person who starts the server can fix. Printed as one line, then exit 1: never a stack. */
export class StartupError extends Error {}

/** The code of a system or PostgreSQL error (ENOENT, 42501 …), or '' for anything else. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
