import { CURRENCIES, cents, chance, FIRST_DAY, type GeneratorContext, pick, push } from './draws.ts'
import type { Closes } from './trades.ts'

export function addResult(context: GeneratorContext, account: string, day: number): void {
  const { draw } = context
  const instrument = pick(draw, context.instruments)
  const type = pick(draw, ['dividend', 'coupon', 'other_income', 'fees', 'tax', 'trailer_fees'] as const)
  const amount = cents((1 + draw(4000)) / 100) * (chance(context, 10) ? -1 : 1)
  const exDay = FIRST_DAY + Math.max(0, day - draw(6))
  push(context, account, type, day, {
    instrument: instrument.id,
    amount,
    ...(type === 'dividend' ? { taxes: cents(draw(200) / 100), exDay } : {}),
  })
}

/** Units received for nothing, of what is held long or short or not at all, with and without a stated value. */
export function addReward(context: GeneratorContext, account: string, day: number, closes: Closes): void {
  const { draw } = context
  const instrument = pick(draw, ['i0', 'i1', 'i2', 'i3', 'i5'])
  const price = cents((closes.get(instrument) ?? 50) * (0.9 + draw(20) / 100))
  push(context, account, 'staking_reward', day, {
    instrument,
    quantity: (1 + draw(400)) / 100,
    ...(chance(context, 50) ? { price } : {}),
    fees: chance(context, 20) ? 0.5 : 0,
    taxes: chance(context, 20) ? cents(draw(100) / 100) : 0,
  })
}

/** Interest of instruments with a coupon schedule, posted on any day, and repayments of a pool. */
export function addInterest(context: GeneratorContext, account: string, day: number): void {
  const { draw } = context
  const instrument = pick(draw, ['i7', 'i8', 'i9'])
  const amount = cents((1 + draw(9000)) / 100) * (chance(context, 15) ? -1 : 1)
  const ex = chance(context, 30) ? { exDay: FIRST_DAY + Math.max(0, day - draw(6)) } : {}
  if (instrument === 'i8' && chance(context, 60))
    push(context, account, 'redemption', day, { instrument, amount: Math.abs(amount), fees: draw(2) })
  else push(context, account, pick(draw, ['coupon', 'interest']), day, { instrument, amount, ...ex })
}

/** Capital calls, distributions and valuations of a fund, with units or in money only. */
export function addFund(context: GeneratorContext, account: string, day: number): void {
  const { draw } = context
  const kind = draw(10)
  const amount = cents((1 + draw(90_000)) / 100)
  const instrument = 'i11'
  if (kind < 3) push(context, account, 'capital_call', day, { instrument, amount })
  else if (kind < 5)
    push(context, account, 'capital_call', day, {
      instrument,
      quantity: 1 + draw(300),
      price: cents(0.8 + draw(60) / 100),
    })
  else if (kind < 7) push(context, account, 'distribution', day, { instrument, amount, taxes: draw(3) })
  else if (kind < 8)
    push(context, account, 'distribution', day, {
      instrument,
      quantity: -(1 + draw(100)),
      price: cents(0.8 + draw(60) / 100),
    })
  else if (kind < 9) push(context, account, 'valuation', day, { instrument, amount })
  else push(context, account, 'valuation', day, { instrument, price: cents(0.7 + draw(80) / 100) })
}

export function addCash(context: GeneratorContext, account: string, day: number): void {
  const { draw } = context
  const currency = pick(draw, CURRENCIES)
  const kind = draw(10)
  const amount = cents((1 + draw(90_000)) / 100)
  if (kind < 3) push(context, account, 'deposit', day, { currency, amount })
  else if (kind < 5) push(context, account, 'withdrawal', day, { currency, amount: cents(amount / 3) })
  else if (kind < 6)
    push(context, account, 'interest', day, { currency, amount: cents(draw(2000) / 100 - 8) })
  else if (kind < 7) push(context, account, 'fees_cash', day, { currency, amount: cents(draw(900) / 100) })
  else {
    const counterCurrency = pick(
      draw,
      CURRENCIES.filter(other => other !== currency),
    )
    push(context, account, 'fx', day, {
      currency,
      net: amount,
      counterCurrency,
      counterAmount: cents(amount * (0.8 + draw(40) / 100)),
      fees: chance(context, 30) ? 1.5 : 0,
    })
  }
}

/** A valuation, with or without market quotes. */
export function addValuation(context: GeneratorContext, account: string, day: number, closes: Closes): void {
  const price = cents((closes.get('i5') ?? 50) * (0.9 + context.draw(20) / 100))
  push(context, account, 'valuation', day, { instrument: 'i5', price })
}
