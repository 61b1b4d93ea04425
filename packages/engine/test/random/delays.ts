import type { Transaction } from '../../src/index.ts'
import { cents, chance, createRandom, FIRST_DAY, type GeneratorContext, pick, push } from './draws.ts'

/** An ex-date up to four days before a delivery. */
function addExDay(context: GeneratorContext, { day, ...rest }: Transaction): Transaction {
  return { ...rest, day, exDay: Math.max(FIRST_DAY, day - context.draw(5)) }
}

/** Delivers after the ex-date, and moves other quantities than were sent. */
function delay(context: GeneratorContext, transaction: Transaction): Transaction {
  const { type, link, quantity, price, net } = transaction
  const units = Number(quantity ?? 0)
  const isFreeRight = type === 'rights' && link === undefined && Number(price ?? 0) === 0
  const isDue = (type === 'spin_off' || type === 'merger' || isFreeRight) && units !== 0 && net === undefined
  if (isDue && chance(context, 60)) return addExDay(context, transaction)
  if (type === 'transfer_in' && link !== undefined && chance(context, 40))
    return { ...transaction, quantity: units + pick(context.draw, [-0.5, 0.25]) }
  return transaction
}

/** Bonus shares with an ex-date. */
function addBonusShares(context: GeneratorContext): void {
  const { draw } = context
  const day = draw(context.recipe.days)
  push(context, pick(draw, context.accounts).id, 'trade', day, {
    instrument: pick(draw, ['i0', 'i1']),
    quantity: 1 + draw(3),
    price: 0,
    exDay: FIRST_DAY + Math.max(0, day - draw(5)),
  })
}

/** Splits that the instrument knows, posted by custodians a few days around them. */
function addKnownSplits(context: GeneratorContext): void {
  const { draw } = context
  for (const { id: instrument, splits = [] } of context.instruments)
    for (const { day, numerator, denominator } of splits)
      for (const { id } of context.accounts) {
        const posted = day - FIRST_DAY + draw(12) - 4
        if (chance(context, 50) && posted >= 0 && posted < context.recipe.days)
          push(context, id, 'split', posted, { instrument, numerator, denominator })
      }
}

/** Coupons paid where a bond arrived. */
function addMovedCoupons(context: GeneratorContext): void {
  const moved = context.transactions.filter(
    ({ type, instrument, link }) =>
      type === 'transfer_in' && link !== undefined && ['i7', 'i8'].includes(instrument ?? ''),
  )
  for (const { account, instrument = '', day } of moved) {
    const paid = day - FIRST_DAY + context.draw(6)
    if (paid < context.recipe.days)
      push(context, account, 'coupon', paid, { instrument, amount: cents((1 + context.draw(9000)) / 100) })
  }
}

/**
 * Late deliveries, unequal transfers and known splits that custodians post. They are drawn from a sequence of their own,
 * so that the ledgers without them stay as they are.
 */
export function addDelays(generated: GeneratorContext): void {
  const context: GeneratorContext = { ...generated, draw: createRandom(generated.recipe.seed ^ 0x5bd1e995) }
  const { transactions } = context
  transactions.forEach((transaction, place) => {
    transactions[place] = delay(context, transaction)
  })
  if (chance(context, 50)) addBonusShares(context)
  addKnownSplits(context)
  addMovedCoupons(context)
}
