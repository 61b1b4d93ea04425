/**
 * npm run check:authz: who may do what, and what works once, at full size: the matrix of every route and every
 * principal, ids of others in every slot, things made and deleted by chance, forgeries, and races over two real server
 * processes. `npm test` runs the same checks small.
 *
 *     SEED=1 npm run check:authz
 *     RUNS=800 npm run check:authz    so many sequences by chance instead of 2,000, which take 20 minutes
 *     PLANT=1 npm run check:authz     puts holes into the database under test: every check must fail whose subject
 *                                     a database decides (not: rows of the policy, own reads, cookies alone)
 */
import { runFullTests } from './full-tests.ts'

await runFullTests('apps/api/src/testing/access')
