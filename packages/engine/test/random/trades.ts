import type { Instrument } from '../../src/index.ts'
import {
  CURRENCIES,
  cents,
  chance,
  FIRST_DAY,
  type GeneratorContext,
  heldQuantity,
  nextLink,
  pick,
  push,
} from './draws.ts'

export type Closes = ReadonlyMap<string, number>

/** Nominal trades in thousands. */
function quantityStep({ type }: Instrument): number {
  return ['bond', 'structured_product', 'loan', 'fx_forward'].includes(type) ? 1000 : 1
}

const paysInterest = ({ type }: Instrument): boolean => type === 'bond' || type === 'structured_product'
const isContract = ({ type }: Instrument): boolean => type === 'future' || type === 'fx_forward'

/** A trade near the last quote, in the instrument's currency or settled in another at a recorded rate. */
export function addTrade(context: GeneratorContext, account: string, day: number, closes: Closes): void {
  const { draw } = context
  const instrument = pick(draw, context.instruments.slice(0, 11))
  const quantity = (1 + draw(12)) * quantityStep(instrument) * (chance(context, 60) ? 1 : -1)
  const price =
    instrument.type === 'loan' ? 1 : cents((closes.get(instrument.id) ?? 50) * (0.97 + draw(7) / 100))
  const fees = chance(context, 60) ? cents(draw(500) / 100) : 0
  const taxes = chance(context, 20) ? cents(draw(300) / 100) : 0
  const accrued = paysInterest(instrument) && chance(context, 50) ? cents(draw(1000) / 100) : 0
  const other = pick(draw, CURRENCIES)
  const common = {
    instrument: instrument.id,
    quantity,
    price,
    fees,
    taxes,
    ...(accrued > 0 ? { accrued } : {}),
  }
  const type = isContract(instrument)
    ? 'trade'
    : pick(draw, ['trade', 'trade', 'trade', 'redemption'] as const)
  if (other === instrument.currency || chance(context, 60)) push(context, account, type, day, common)
  else push(context, account, type, day, { ...common, currency: other, rate: cents(0.8 + draw(40) / 100) })
}

/** Ends an option, a future, a bond or a loan in full: worthless, at a price or at its nominal. */
export function addEnding(context: GeneratorContext, account: string, day: number, closes: Closes): void {
  const { draw } = context
  const instrument = pick(
    draw,
    ['i3', 'i4', 'i6', 'i7', 'i9'].map(id => context.instruments.find(entry => entry.id === id)),
  )
  const held = instrument ? heldQuantity(context, account, instrument.id) : 0
  if (!instrument || held === 0) return
  const common = { instrument: instrument.id, quantity: -held }
  if (instrument.type === 'option') push(context, account, 'expiry', day, { ...common, price: 0 })
  else if (instrument.type === 'future')
    push(context, account, 'expiry', day, { ...common, price: closes.get('i6') ?? 50 })
  else push(context, account, 'redemption', day, { ...common, price: instrument.type === 'loan' ? 1 : 100 })
}

/** A transfer between two accounts, which may arrive later, or a delivery from or to the outside. */
export function addMove(context: GeneratorContext, account: string, day: number, closes: Closes): void {
  const { draw } = context
  const instrument = pick(
    draw,
    context.instruments.slice(0, 9).filter(entry => !isContract(entry)),
  )
  const quantity = (1 + draw(6)) * quantityStep(instrument)
  const size = instrument.contractSize ?? 1
  const amount = cents(quantity * size * (closes.get(instrument.id) ?? 50) * (0.95 + draw(11) / 100))
  const kind = draw(10)
  if (kind < 5) {
    const target = pick(
      draw,
      context.accounts.filter(other => other.id !== account),
    ).id
    const common = { instrument: instrument.id, link: nextLink(context), fees: chance(context, 20) ? 2 : 0 }
    push(context, account, 'transfer_out', day, { ...common, quantity: -quantity })
    const arrival = Math.min(day + draw(3), context.recipe.days - 1)
    push(context, target, 'transfer_in', arrival, { ...common, quantity, fees: 0 })
  } else if (kind < 8) {
    const lots = [{ day: FIRST_DAY - 1 - draw(50), quantity, cost: cents(amount * (0.5 + draw(100) / 100)) }]
    push(context, account, 'transfer_in', day, {
      instrument: instrument.id,
      quantity,
      ...(chance(context, 80) ? { amount } : {}),
      ...(chance(context, 50) ? { lots } : {}),
    })
  } else {
    push(context, account, 'transfer_out', day, {
      instrument: instrument.id,
      quantity: -quantity,
      ...(chance(context, 60) ? { amount, taxes: 0.5 } : {}),
    })
  }
}

/** Settles a forward in full or in part near its entry rate, sometimes without a holding. */
export function addSettlement(context: GeneratorContext, account: string, day: number): void {
  const { draw } = context
  const forward = context.instruments.find(({ id }) => id === 'i10')
  if (!forward?.baseCurrency) return
  const held = heldQuantity(context, account, 'i10')
  const isPart = held !== 0 && chance(context, 30)
  const base = isPart ? Math.ceil(Math.abs(held) / 2) : Math.abs(held) || 1000
  const quoted = cents(base * (0.9 + draw(20) / 100))
  const [paid, received] =
    held > 0
      ? [
          { currency: forward.currency, amount: quoted },
          { currency: forward.baseCurrency, amount: base },
        ]
      : [
          { currency: forward.baseCurrency, amount: base },
          { currency: forward.currency, amount: quoted },
        ]
  const fees = chance(context, 30) ? 1.5 : 0
  push(context, account, 'fx', day, {
    instrument: 'i10',
    currency: paid.currency,
    net: cents(paid.amount + fees),
    counterCurrency: received.currency,
    counterAmount: received.amount,
    fees,
    // The engine needs no quantity for a full settlement, but the generator sums quantities to know the holding.
    ...(isPart ? { quantity: -Math.sign(held) * base } : { quantity: -held }),
  })
}
