import type { Instrument, Transaction } from '../../src/index.ts'
import type { GeneratedWorld } from '../random/random-ledger.ts'
import { type Num, num, rateOn, ZERO } from './market.ts'

/** Income before costs in the settlement currency: the net amount plus costs, else the stated amount at its rate. */
export function settledIncome(
  world: GeneratedWorld,
  transaction: Transaction,
  instrument: Instrument | null,
): Num {
  const { net, fees = 0, taxes = 0, amount = 0, rate, day } = transaction
  const settle = transaction.currency ?? instrument?.currency ?? ''
  if (net !== undefined) return num(net).add(fees).add(taxes)
  const other = instrument?.currency ?? settle
  if (other === settle) return num(amount)
  const into = rate === undefined ? rateOn(world, other, settle, day) : num(rate)
  return into ? num(amount).mul(into) : ZERO
}
