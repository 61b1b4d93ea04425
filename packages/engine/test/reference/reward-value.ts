import type { Instrument, Transaction } from '../../src/index.ts'
import type { GeneratedWorld } from '../random/random-ledger.ts'
import { poolFactor } from './interest.ts'
import { closeOn, type Num, num, ZERO } from './market.ts'

/** The value of units received free of payment: the amount, else quantity times price, else the close of the day; 0 states none. */
export function rewardValue(world: GeneratedWorld, transaction: Transaction, instrument: Instrument): Num {
  const { quantity = 0, amount, price, day } = transaction
  if (Number(amount ?? 0) !== 0) return num(amount ?? 0).abs()
  const units = num(quantity)
    .abs()
    .mul(instrument.contractSize ?? 1)
  if (price !== undefined && Number(price) !== 0) return units.mul(price).mul(poolFactor(instrument, day))
  const close = closeOn(world, instrument, day)
  return close ? units.mul(close) : ZERO
}
