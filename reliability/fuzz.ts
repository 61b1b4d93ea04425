/**
 * npm run check:fuzz: 100,000 requests made from the contract, good and bad: no 5xx, no status that is not declared,
 * no reply that breaks its own schema. `npm test` does the same with 2,000.
 *
 *     SEED=1 npm run check:fuzz
 *     PLANT=1 npm run check:fuzz     lets the database fail where templates are saved: must fail
 */
import { runFullTests } from './full-tests.ts'

await runFullTests('apps/api/src/testing/fuzz')
