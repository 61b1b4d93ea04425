import type { Quote, Split } from '../../src/index.ts'
import {
  addInstrument,
  CURRENCIES,
  cents,
  chance,
  drawDays,
  FIRST_DAY,
  type GeneratorContext,
  laterDay,
  pick,
  push,
  quoteNear,
} from './draws.ts'

/** Quotes of a new instrument, about one every other day. */
export function drawQuotesNear({ draw, recipe }: GeneratorContext, start: number, from = 0): Quote[] {
  const quotes: Quote[] = []
  let value = start
  const step = recipe.days > 1000 ? 25 : 1
  for (let day = from; day < recipe.days; day += step * (1 + draw(3))) {
    value = Math.max(0.01, cents(value * (0.9 + draw(21) / 100)))
    quotes.push([FIRST_DAY + day, value])
  }
  return quotes
}

/** Unquoted units that arrive at a price of 0 or without one, which states no price. */
export function addZeroPrices(context: GeneratorContext): void {
  const { draw } = context
  const { id: instrument } = addInstrument(context, {
    id: 'token',
    type: pick(draw, ['crypto', 'other', 'equity']),
  })
  const account = pick(draw, context.accounts).id
  const [first = 0, ...later] = drawDays(context, 2 + draw(3))
  const isBoughtFirst = chance(context, 75)
  if (isBoughtFirst)
    push(context, account, 'trade', first, { instrument, quantity: 1 + draw(20), price: 40 + draw(50) })
  for (const day of later) {
    const quantity = 1 + draw(4)
    const kind = draw(5)
    if (kind === 0) push(context, account, 'trade', day, { instrument, quantity, price: 0 })
    else if (kind === 1) push(context, account, 'staking_reward', day, { instrument, quantity, price: 0 })
    else if (kind === 2) push(context, account, 'transfer_in', day, { instrument, quantity, amount: 0 })
    else if (kind === 3) push(context, account, 'transfer_in', day, { instrument, quantity })
    else push(context, account, 'trade', day, { instrument, quantity: -quantity, price: 0 })
  }
}

/** A share that closes at 0, for some days or for good, and is traded meanwhile. */
export function addZeroQuotes(context: GeneratorContext): void {
  const { draw, recipe } = context
  const quotes = drawQuotesNear(context, 30 + draw(40))
  const from = FIRST_DAY + draw(recipe.days)
  const to = chance(context, 50) ? from + draw(6) : Number.POSITIVE_INFINITY
  const { id: instrument } = addInstrument(
    context,
    { id: 'worthless', type: pick(draw, ['equity', 'crypto']) },
    quotes.map(([day, value]): Quote => [day, day >= from && day <= to ? 0 : value]),
  )
  const account = pick(draw, context.accounts).id
  for (const day of drawDays(context, 2 + draw(3)))
    push(context, account, 'trade', day, {
      instrument,
      quantity: (1 + draw(9)) * (chance(context, 70) ? 1 : -1),
      price: quoteNear(context, instrument, day, 30),
    })
}

/** Quantities of 1e-8 beside amounts of 1e12. */
export function addExtremeSizes(context: GeneratorContext): void {
  const { draw } = context
  const account = pick(draw, context.accounts).id
  const { id: instrument, currency } = addInstrument(
    context,
    { id: 'coin', type: 'crypto' },
    drawQuotesNear(context, 60_000 + draw(9000) / 100),
  )
  const [first = 0, second = 0, third = 0, last = 0] = drawDays(context, 4)
  push(context, account, 'deposit', first, { currency, amount: '1000000000000.01' })
  const small = pick(draw, ['0.00000001', '0.00000002', '0.1', '0.00012345'])
  push(context, account, 'trade', second, {
    instrument,
    quantity: small,
    price: quoteNear(context, instrument, second),
  })
  if (chance(context, 60))
    push(context, account, 'trade', third, {
      instrument,
      quantity: '3.00000001',
      price: quoteNear(context, instrument, third),
    })
  if (chance(context, 50))
    push(context, account, 'trade', last, {
      instrument,
      quantity: `-${small}`,
      price: quoteNear(context, instrument, last),
    })
  if (chance(context, 50))
    push(context, account, 'trade', third, {
      instrument: 'i7',
      quantity: 1e12,
      price: quoteNear(context, 'i7', third),
    })
  if (chance(context, 60)) push(context, account, 'withdrawal', last, { currency, amount: '1000000000000' })
}

/** Units without a price, for some days or for good. */
export function addMissingPrices(context: GeneratorContext): void {
  const { draw, recipe } = context
  const late = chance(context, 50) ? drawQuotesNear(context, 40 + draw(40), draw(recipe.days)) : []
  const { id: instrument } = addInstrument(
    context,
    { id: 'unpriced', type: pick(draw, ['equity', 'art', 'other']) },
    late,
  )
  const account = pick(draw, context.accounts).id
  const [first = 0, ...others] = drawDays(context, 2 + draw(3))
  push(context, account, 'transfer_in', first, { instrument, quantity: 5 + draw(20) })
  for (const day of others) {
    const quantity = 1 + draw(5)
    const kind = draw(4)
    if (kind === 0) push(context, account, 'transfer_out', day, { instrument, quantity: -quantity })
    else if (kind === 1)
      push(context, account, 'dividend', day, { instrument, amount: cents(draw(900) / 100) })
    else if (kind === 2)
      push(context, account, 'trade', day, { instrument, quantity: -quantity, price: 20 + draw(60) })
    else push(context, account, 'staking_reward', day, { instrument, quantity })
  }
}

/** A currency whose rate is missing, for some days or for good. */
export function addMissingRates(context: GeneratorContext): void {
  const { draw, recipe } = context
  if (chance(context, 60))
    context.rates.set(
      'JPY',
      drawQuotesNear(context, 0.9, draw(recipe.days)).map(([day, value]): Quote => [day, value / 100]),
    )
  const { id: instrument } = addInstrument(
    context,
    { id: 'yen', type: 'equity', currency: 'JPY' },
    drawQuotesNear(context, 2000),
  )
  const account = pick(draw, context.accounts).id
  const days = drawDays(context, 3 + draw(3))
  if (chance(context, 70))
    push(context, account, 'deposit', days[0] ?? 0, { currency: 'JPY', amount: 100_000 + draw(90_000) })
  for (const day of days) {
    const kind = draw(5)
    const quantity = (1 + draw(20)) * (chance(context, 65) ? 1 : -1)
    const price = quoteNear(context, instrument, day, 2000)
    if (kind < 2) push(context, account, 'trade', day, { instrument, quantity, price, fees: draw(300) })
    else if (kind === 2)
      push(context, account, 'trade', day, {
        instrument,
        quantity,
        price,
        currency: pick(draw, CURRENCIES),
        rate: 0.0085,
      })
    else if (kind === 3)
      push(context, account, 'dividend', day, { instrument, amount: 1 + draw(900), taxes: draw(90) })
    else
      push(context, account, 'fx', day, {
        currency: 'JPY',
        net: 1000 + draw(50_000),
        counterCurrency: pick(draw, CURRENCIES),
        counterAmount: 10 + draw(400),
      })
  }
}

const RATIOS = [
  [2, 1],
  [3, 2],
  [1, 10],
  [3, 7],
  [21, 20],
  [1, 3],
  [7, 3],
] as const

function addSplitShare(context: GeneratorContext, id: string, splits: readonly Split[]): string {
  // Quotes are as traded, so they fall by the ratio of every split.
  const ratioUntil = (day: number): number =>
    splits
      .filter(split => split.day <= day)
      .reduce((all, { numerator, denominator }) => (all * Number(numerator)) / Number(denominator), 1)
  const quotes = drawQuotesNear(context, 60 + context.draw(60)).map(
    ([day, value]): Quote => [day, Math.max(0.01, cents(value / ratioUntil(day)))],
  )
  return addInstrument(context, { id, type: 'equity', splits }, chance(context, 80) ? quotes : []).id
}

function tradeAround(
  context: GeneratorContext,
  instrument: string,
  accounts: readonly string[],
  count: number,
): void {
  const { draw } = context
  for (const day of drawDays(context, count))
    push(context, pick(draw, accounts), 'trade', day, {
      instrument,
      quantity: (1 + draw(30)) * (chance(context, 70) ? 1 : -1),
      price: quoteNear(context, instrument, day),
    })
}

/** Several splits of odd ratios, reverse ones too, on any days. */
export function addManySplits(context: GeneratorContext): void {
  const { draw } = context
  const days = [...new Set(drawDays(context, 2 + draw(3)))]
  const splits = days.map(day => {
    const [numerator, denominator] = pick(draw, RATIOS)
    return { day: FIRST_DAY + day, numerator, denominator }
  })
  const instrument = addSplitShare(context, 'splits', splits)
  tradeAround(context, instrument, [pick(draw, context.accounts).id, 'a'], 2 + draw(3))
}

/** A split that the instrument lists and a custodian posts on another day: it counts once. */
export function addSplitTwice(context: GeneratorContext): void {
  const { draw } = context
  const listed = 1 + draw(Math.max(1, context.recipe.days - 2))
  const [numerator, denominator] = pick(draw, RATIOS)
  const instrument = addSplitShare(context, 'twice', [{ day: FIRST_DAY + listed, numerator, denominator }])
  const account = pick(draw, context.accounts).id
  push(context, account, 'trade', draw(listed), {
    instrument,
    quantity: 10 + draw(50),
    price: quoteNear(context, instrument, 0),
  })
  const posted = chance(context, 70) ? laterDay(context, listed, 3) : Math.max(0, listed - draw(3))
  push(context, account, 'split', posted, { instrument, numerator, denominator })
}
