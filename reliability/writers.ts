/**
 * npm run check:writers: fifty who make 10,000 corrections of the same 250 transactions through two servers. Whoever read
 * a version that is no longer the newest is refused; every correction that was acknowledged is found in the history,
 * once, upon the one before it. `npm test` does the same with six writers and 20 corrections.
 *
 *     SEED=1 npm run check:writers
 *     PLANT=1 npm run check:writers     writers who name the newest version without having read it: must fail
 */
import { runFullTests } from './full-tests.ts'

await runFullTests('apps/api/src/testing/many-writers.test.ts')
