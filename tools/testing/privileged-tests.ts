/**
 * Tests whose outcome depends on the account that runs them. A folder includes all tests below it. tools/ci-unprivileged.ts
 * runs them as an ordinary user.
 */
export const privilegedTests: readonly string[] = [
  'apps/api/src/platform/db/embedded/',
  'apps/api/src/features/auth/passwords/passwords.test.ts',
  'apps/api/src/platform/jobs/jobs.test.ts',
  'apps/api/src/features/feeds/inbox-rights.test.ts',
  'apps/api/src/features/feeds/killed-server.test.ts',
  'apps/api/src/app/main.test.ts',
  'apps/api/src/app/own-postgres.test.ts',
  'apps/api/src/app/shutdown.test.ts',
  'apps/api/src/queries/pool/worker-pool.test.ts',
  'apps/api/src/testing/under-load.test.ts',
]

/**
 * Those of them that take long and are about the server more than about the account. With --unprivileged they run
 * once, as the ordinary user. The others run as root too: own-postgres.test.ts starts the whole server, as do the
 * journeys.
 */
export const onlyUnprivileged: readonly string[] = [
  'apps/api/src/platform/jobs/jobs.test.ts',
  'apps/api/src/features/feeds/killed-server.test.ts',
  'apps/api/src/app/main.test.ts',
  'apps/api/src/app/shutdown.test.ts',
  'apps/api/src/queries/pool/worker-pool.test.ts',
]

/** Matches tests that start processes or PostgreSQL, set priorities, or check users, owners or modes of files. */
export const dependsOnPrivileges =
  /node:child_process|startServerProcess|\b(?:get|set)e?uid\b|setPriority|\bch(?:own|mod)(?:Sync)?\b|openEmbedded/
