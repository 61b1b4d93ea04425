/**
 * npm run check:authz: access rights and one-time credentials at full size: every route with every principal, foreign
 * ids in every slot, random sequences of calls, forged tokens, and races over two server processes. `npm test` runs a
 * small version.
 *
 *     SEED=1 npm run check:authz
 *     RUNS=800 npm run check:authz    800 random sequences instead of 2,000, which take 20 minutes
 *     PLANT=1 npm run check:authz     opens holes in the database under test: every check that the database decides
 *                                     must fail
 */
import { runFullTests } from './full-tests.ts'

await runFullTests('apps/api/src/testing/access')
