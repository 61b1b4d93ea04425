/**
 * npm run check:targets: proposals to rebalance on 5,000 random portfolios. Each lands within its bands whenever orders
 * that do are known, with and without a limit of gains, never sells more than is held, realises no more than allowed,
 * needs no more trades than selling everything and one buy per bucket, leaves no cash beside a bucket that lacks it, and
 * its weights are those of its orders, posted one by one. Small portfolios are compared with every combination of lots.
 *
 *     npm run check:targets -- --runs=5000
 *     SEED=70000 npm run check:targets
 *     PLANT=1 npm run check:targets                leaves an order out of each proposal: must fail
 *     PLANT=gains npm run check:targets            uses half of the limit of gains: must fail
 */
import type { ProposalOptions, TargetPortfolio } from '../../packages/engine/src/targets/orders.ts'
import { proposeOrders } from '../../packages/engine/src/targets/proposal.ts'
import { checkCase } from '../../packages/engine/test/targets/check-case.ts'

const runs = Number(process.argv.find(argument => argument.startsWith('--runs='))?.slice(7) ?? 5000)
const first = Number(process.env.SEED ?? 0)

function planted(portfolio: TargetPortfolio, options: ProposalOptions) {
  if (process.env.PLANT === 'gains' && options.maxGain !== null)
    return proposeOrders(portfolio, { ...options, maxGain: options.maxGain / 2n })
  const proposal = proposeOrders(portfolio, options)
  return process.env.PLANT === '1' ? { ...proposal, orders: proposal.orders.slice(1) } : proposal
}

let failed = 0
for (let seed = first; seed < first + runs; seed += 1) {
  const violations = checkCase(seed, planted)
  if (violations.length === 0) continue
  failed += 1
  if (failed <= 10) for (const violation of violations) console.error(violation)
}
console.log(`SEED=${first}: ${runs - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
