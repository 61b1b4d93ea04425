/**
 * npm run check:receipts: prints 11,500 receipts of the demo and of random ledgers as the screen does, reads every
 * printed calculation and recomputes it in decimals: the printed operands give the printed result. `npm test` does the
 * same with 340.
 *
 *     SEED=1 npm run check:receipts
 *     PLANT=1 npm run check:receipts     prints no more than six decimals: must fail
 */
import { runFullTests } from './full-tests.ts'

await runFullTests('apps/api/src/testing/receipts')
