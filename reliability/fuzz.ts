/**
 * npm run check:fuzz: 100,000 valid and invalid requests generated from the contract: no 5xx, no undeclared status, no
 * reply that violates its schema. `npm test` does the same with 2,000.
 *
 *     SEED=1 npm run check:fuzz
 *     PLANT=1 npm run check:fuzz     makes the database fail where templates are saved: must fail
 */
import { runFullTests } from './full-tests.ts'

await runFullTests('apps/api/src/testing/fuzz')
