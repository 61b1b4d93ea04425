import type { Transaction } from '../../src/index.ts'
import { addMonths, type CouponTerms } from '../../src/index.ts'
import { drawQuotesNear } from './corner-prices.ts'
import {
  addInstrument,
  cents,
  chance,
  drawDays,
  FIRST_DAY,
  type GeneratorContext,
  laterDay,
  nextLink,
  pick,
  push,
  quoteNear,
} from './draws.ts'

/** Dividends and coupons that are paid after the shares or bonds were sold, with the ex-date of the holding. */
export function addLateIncome(context: GeneratorContext): void {
  const { draw } = context
  const instrument = pick(draw, ['i0', 'i1', 'i7'])
  const account = pick(draw, context.accounts).id
  const step = instrument === 'i7' ? 1000 : 1
  const [bought = 0, sold = 0] = drawDays(context, 2)
  const quantity = (1 + draw(9)) * step
  push(context, account, 'trade', bought, {
    instrument,
    quantity,
    price: quoteNear(context, instrument, bought),
  })
  push(context, account, 'trade', sold, {
    instrument,
    quantity: -quantity,
    price: quoteNear(context, instrument, sold),
  })
  if (chance(context, 40)) {
    const again = laterDay(context, sold, 3)
    push(context, account, 'trade', again, {
      instrument,
      quantity,
      price: quoteNear(context, instrument, again),
    })
  }
  const exDay = FIRST_DAY + bought + draw(Math.max(1, sold - bought + 1))
  const type = instrument === 'i7' ? 'coupon' : 'dividend'
  push(context, account, type, laterDay(context, sold, 6), {
    instrument,
    amount: cents((1 + draw(9000)) / 100),
    exDay,
  })
}

/** A spin-off whose child is delivered some days after its ex-date, when the parent may have been sold. */
export function addLateSpinOff(context: GeneratorContext): void {
  const { draw } = context
  const parent = addInstrument(
    context,
    { id: 'parent', type: 'equity' },
    drawQuotesNear(context, 80 + draw(40)),
  ).id
  const child = addInstrument(
    context,
    { id: 'child', type: 'equity' },
    drawQuotesNear(context, 10 + draw(20)),
  ).id
  const account = pick(draw, context.accounts).id
  const [bought = 0, ex = 0] = drawDays(context, 2)
  const quantity = 4 + draw(10)
  push(context, account, 'trade', bought, {
    instrument: parent,
    quantity,
    price: quoteNear(context, parent, bought),
  })
  if (chance(context, 75)) {
    const sold = Math.min(context.recipe.days - 1, ex + draw(3))
    const part = chance(context, 70) ? quantity : Math.ceil(quantity / 2)
    push(context, account, 'trade', sold, {
      instrument: parent,
      quantity: -part,
      price: quoteNear(context, parent, sold),
    })
  }
  const day = laterDay(context, ex, 5)
  const link = nextLink(context)
  const facts = { link, exDay: FIRST_DAY + ex }
  push(context, account, 'spin_off', day, { ...facts, instrument: parent, quantity: 0 })
  push(context, account, 'spin_off', day, { ...facts, instrument: child, quantity: Math.ceil(quantity / 2) })
}

function addCouponBond(
  context: GeneratorContext,
  name: string,
  due: number,
): { id: string; terms: CouponTerms } {
  const { draw } = context
  const perYear = pick(draw, [1, 2, 4])
  const terms: CouponTerms = {
    coupon: (1 + draw(9)) / 100,
    perYear,
    dayCount: pick(draw, ['30E/360', 'ACT/ACT ICMA'] as const),
    maturity: addMonths(FIRST_DAY + due, (12 / perYear) * (1 + draw(4))),
    ...(draw(4) === 0 ? { exCouponDays: 1 + draw(4) } : {}),
  }
  const id = addInstrument(
    context,
    { id: name, type: 'bond', contractSize: 0.01, coupons: terms },
    drawQuotesNear(context, 90 + draw(20)),
  ).id
  return { id, terms }
}

/** A coupon that is paid in two parts, on time or late. */
export function addCouponParts(context: GeneratorContext): void {
  const { draw, recipe } = context
  const due = 1 + draw(Math.max(1, recipe.days - 1))
  const { id: instrument, terms } = addCouponBond(context, 'coupons', due)
  const account = pick(draw, context.accounts).id
  const quantity = 1000 * (1 + draw(20))
  const bought = draw(due)
  push(context, account, 'trade', bought, {
    instrument,
    quantity,
    price: quoteNear(context, instrument, bought, 95),
  })
  const whole = cents((quantity * terms.coupon) / terms.perYear)
  const first = cents((whole * (20 + draw(60))) / 100)
  const day = Math.min(recipe.days - 1, due + draw(4))
  push(context, account, 'coupon', day, { instrument, amount: first })
  if (chance(context, 75))
    push(context, account, 'coupon', laterDay(context, day, 4), { instrument, amount: cents(whole - first) })
}

/** A transfer to another account on the day of a coupon, an ex-date or a split. */
export function addEventTransfer(context: GeneratorContext): void {
  const { draw, recipe, accounts } = context
  const source = pick(draw, accounts).id
  const target = pick(
    draw,
    accounts.filter(({ id }) => id !== source),
  ).id
  const day = 1 + draw(Math.max(1, recipe.days - 1))
  const move = (instrument: string, quantity: number, on: number): void => {
    const link = nextLink(context)
    push(context, source, 'transfer_out', on, { instrument, link, quantity: -quantity })
    push(context, target, 'transfer_in', on, { instrument, link, quantity })
  }
  const around = Math.max(0, Math.min(recipe.days - 1, day + draw(3) - 1))
  if (chance(context, 50)) {
    const { id: instrument, terms } = addCouponBond(context, 'bond', day)
    const quantity = 1000 * (1 + draw(9))
    push(context, source, 'trade', draw(day), {
      instrument,
      quantity,
      price: quoteNear(context, instrument, day, 95),
    })
    move(instrument, quantity, around)
    const amount = cents((quantity * terms.coupon) / terms.perYear)
    push(context, chance(context, 70) ? target : source, 'coupon', laterDay(context, day, 5), {
      instrument,
      amount,
    })
    return
  }
  const splits = chance(context, 50) ? [{ day: FIRST_DAY + day, numerator: 2, denominator: 1 }] : []
  const { id: instrument } = addInstrument(
    context,
    { id: 'moved', type: 'equity', splits },
    drawQuotesNear(context, 50 + draw(50)),
  )
  const quantity = 2 + draw(10)
  push(context, source, 'trade', draw(day), {
    instrument,
    quantity,
    price: quoteNear(context, instrument, day),
  })
  move(instrument, around >= day && splits.length > 0 ? quantity * 2 : quantity, around)
  if (chance(context, 60))
    push(context, chance(context, 50) ? target : source, 'dividend', laterDay(context, day, 5), {
      instrument,
      amount: cents((1 + draw(5000)) / 100),
      exDay: FIRST_DAY + day,
    })
}

/** A merger with cash into a share that has no price, or gets one later. */
export function addUnpricedMerger(context: GeneratorContext): void {
  const { draw } = context
  const old = addInstrument(context, { id: 'old', type: 'equity' }, drawQuotesNear(context, 30 + draw(40))).id
  const [bought = 0, day = 0] = drawDays(context, 2)
  const late = chance(context, 50) ? drawQuotesNear(context, 30 + draw(40), laterDay(context, day, 5)) : []
  const fresh = addInstrument(context, { id: 'new', type: 'equity' }, late).id
  const account = pick(draw, context.accounts).id
  const quantity = 4 + draw(20)
  push(context, account, 'trade', bought, {
    instrument: old,
    quantity,
    price: quoteNear(context, old, bought),
  })
  const link = nextLink(context)
  const net = chance(context, 75) ? { net: 10 + draw(200) } : {}
  push(context, account, 'merger', day, { instrument: old, link, quantity: -quantity })
  push(context, account, 'merger', day, {
    instrument: fresh,
    link,
    quantity: Math.ceil(quantity / 2),
    ...net,
  })
}

const negated = (value: Transaction['fees']): number => -Number(value ?? 0)

/** A custodian reverses a transaction with its opposite, and may post a corrected one. */
export function addCorrection(context: GeneratorContext): void {
  const { draw, transactions } = context
  const wrong = transactions.filter(
    ({ type, link, takes }) =>
      link === undefined &&
      takes === undefined &&
      ['trade', 'dividend', 'fees_cash', 'deposit'].includes(type),
  )
  if (wrong.length === 0) return
  const { id: _id, account, type, day, timeMs: _timeMs, ...facts } = pick(draw, wrong)
  const later = Math.min(context.recipe.days - 1, day - FIRST_DAY + draw(4))
  const { quantity, amount, fees, taxes, accrued } = facts
  push(context, account, type, later, {
    ...facts,
    ...(quantity === undefined ? {} : { quantity: -Number(quantity) }),
    ...(amount === undefined ? {} : { amount: -Number(amount) }),
    ...(fees === undefined ? {} : { fees: negated(fees) }),
    ...(taxes === undefined ? {} : { taxes: negated(taxes) }),
    ...(accrued === undefined ? {} : { accrued }),
  })
  if (chance(context, 60))
    push(context, account, type, later, {
      ...facts,
      ...(quantity === undefined
        ? { amount: Number(amount ?? 0) + 1 }
        : { quantity: Number(quantity) + Math.sign(Number(quantity)) }),
    })
}
