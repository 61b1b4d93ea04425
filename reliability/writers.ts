/**
 * npm run check:writers: fifty writers make 10,000 corrections of the same 250 transactions through two servers. A
 * correction of an outdated version is refused; every acknowledged correction is in the history once, after the one
 * before it. `npm test` does the same with six writers and 20 corrections.
 *
 *     SEED=1 npm run check:writers
 *     PLANT=1 npm run check:writers     writers that name the newest version without having read it: must fail
 */
import { runFullTests } from './full-tests.ts'

await runFullTests('apps/api/src/testing/many-writers.test.ts')
