/**
 * npm run check:targets: proposals to rebalance on 5,000 random portfolios. Each lands within its bands whenever orders
 * that do are known, never sells more than is held, realises no more than allowed, needs no more trades than selling
 * everything and one buy per bucket, and its weights are those of its orders, posted one by one. Small portfolios are compared with every combination of lots.
 *
 *     npm run check:targets -- --runs=5000
 *     SEED=70000 npm run check:targets
 *     PLANT=1 npm run check:targets                leaves an order out of each proposal: must fail
 */
import type { Proposal } from '../../packages/engine/src/targets/proposal.ts'
import { checkCase } from '../../packages/engine/test/targets/check-case.ts'

const runs = Number(process.argv.find(argument => argument.startsWith('--runs='))?.slice(7) ?? 5000)
const first = Number(process.env.SEED ?? 0)
const plant = process.env.PLANT
  ? (proposal: Proposal) => ({ ...proposal, orders: proposal.orders.slice(1) })
  : undefined
let failed = 0
for (let seed = first; seed < first + runs; seed += 1) {
  const violations = checkCase(seed, plant)
  if (violations.length === 0) continue
  failed += 1
  if (failed <= 10) for (const violation of violations) console.error(violation)
}
console.log(`SEED=${first}: ${runs - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
