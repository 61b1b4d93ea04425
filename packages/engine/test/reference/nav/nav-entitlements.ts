import type { Instrument, Transaction } from '../../../src/index.ts'
import type { GeneratedWorld } from '../../random/random-ledger.ts'
import { isListedSplit, type Posting } from '../day-order.ts'
import { closeOn, type Num, num } from '../market.ts'

const isZero = (value: Transaction['fees']): boolean => num(value ?? 0).isZero()

/** The day from which the holder before it is entitled to the units of a delivery. */
export function findExDay({ transaction, partner }: Posting): number | undefined {
  const stated = transaction.exDay ?? partner?.exDay
  if (stated !== undefined || !partner || transaction.type !== 'spin_off') return stated
  return Math.min(transaction.day, partner.day)
}

/** Whether nothing is paid for the units: a spin-off, a merger without cash, bonus shares and rights. */
function isFree({ transaction, partner }: Posting): boolean {
  const { type, net, fees, taxes, price, amount, quantity } = transaction
  if (partner && type === 'spin_off') return true
  if (!isZero(net) || !isZero(fees) || !isZero(taxes)) return false
  if (partner) return type === 'merger'
  return (type === 'trade' || type === 'rights') && isZero(price) && isZero(amount) && !isZero(quantity)
}

/** The first day with a price from the ex-date until the day before the delivery; null without one. */
export function findEntitlementDay(
  world: GeneratedWorld,
  posting: Posting,
  instrument: Instrument | undefined,
): number | null {
  const ex = findExDay(posting)
  if (ex === undefined || !instrument || !isFree(posting)) return null
  if (instrument.type === 'future' || instrument.type === 'fx_forward') return null
  for (let day = ex; day < posting.day; day += 1) if (closeOn(world, instrument, day) !== null) return day
  return null
}

/** Units stated on one day in units of another, by the splits between them that apply to an account. */
export function restateUnits(
  world: GeneratedWorld,
  instrument: Instrument,
  { account, quantity = 0, day }: Transaction,
  on: number,
): Num {
  const posted = world.ledger.transactions.filter(
    entry =>
      entry.type === 'split' &&
      entry.instrument === instrument.id &&
      entry.account === account &&
      !isListedSplit(instrument, entry),
  )
  const [first, last] = day < on ? [day, on] : [on, day]
  const ratio = [...(instrument.splits ?? []), ...posted]
    .filter(split => split.day > first && split.day <= last)
    .reduce((all, { numerator = 1, denominator = 1 }) => all.mul(numerator).div(denominator), num(1))
  return day < on ? num(quantity).mul(ratio) : num(quantity).div(ratio)
}
