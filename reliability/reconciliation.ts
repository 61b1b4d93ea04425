/**
 * npm run check:reconciliation: draws 17,000 ledgers, states their accounts as a custodian would, whole or in part,
 * omits, delays, repeats or mistypes transactions and makes the first proposals. Prints the share of statements that
 * agree after them; fails below nine of ten, and if any sum of absolute breaks grows. `npm test` does the same with 600.
 *
 *     SEED=1 npm run check:reconciliation
 *     CHECK_SHARE=0.25 npm run check:reconciliation     a quarter of the ledgers
 *     PLANT=1 npm run check:reconciliation     posts each proposal twice: must fail
 *     DETAILS=1 npm run check:reconciliation     also by kind of defect
 */
import { runFullTests } from './full-tests.ts'

await runFullTests('apps/api/src/testing/reconciliation')
