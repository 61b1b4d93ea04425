/**
 * Tests whose outcome depends on the account that runs them. Folders stand for all tests below them. Root runs them as
 * an ordinary user as well (tools/ci-unprivileged.ts).
 */
export const privilegedTests: readonly string[] = [
  'apps/api/src/platform/db/embedded/',
  'apps/api/src/features/auth/passwords/passwords.test.ts',
  'apps/api/src/platform/jobs/jobs.test.ts',
  'apps/api/src/app/main.test.ts',
  'apps/api/src/queries/worker-pool.test.ts',
  'apps/api/src/testing/under-load.test.ts',
]

/** What such a test does: start processes or PostgreSQL, set priorities, look at users, owners or modes of files. */
export const dependsOnPrivileges =
  /node:child_process|\b(?:get|set)e?uid\b|setPriority|\bch(?:own|mod)(?:Sync)?\b|openEmbedded/
