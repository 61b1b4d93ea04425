import { cents, chance, type GeneratorContext, heldQuantity, nextLink, pick, push } from './draws.ts'
import type { Closes } from './trades.ts'

function addSpinOff(context: GeneratorContext, account: string, day: number, closes: Closes): void {
  const { draw } = context
  const link = nextLink(context)
  const quantity = (1 + draw(5)) * (chance(context, 85) ? 1 : -1)
  push(context, account, 'spin_off', day, { instrument: pick(draw, ['i0', 'i1']), link, quantity: 0 })
  push(context, account, 'spin_off', day, {
    instrument: 'i2',
    link,
    quantity,
    ...(chance(context, 40) ? { basisShare: draw(100) / 100 } : {}),
    ...(chance(context, 40) ? { price: cents(closes.get('i2') ?? 50) } : {}),
  })
}

function addMerger(context: GeneratorContext, account: string, day: number): void {
  const { draw } = context
  const link = nextLink(context)
  const old = Math.floor(Math.max(0, heldQuantity(context, account, 'i1')) / (1 + draw(2))) || 1 + draw(5)
  const fresh = Math.floor(old / 4)
  const money = chance(context, 60) ? { net: cents((1 + draw(9000)) / 100) } : {}
  push(context, account, 'merger', day, { instrument: 'i1', link, quantity: -old })
  push(context, account, 'merger', day, {
    instrument: 'i2',
    link,
    quantity: fresh || 1,
    ...money,
    ...(fresh > 0 && chance(context, 60) ? { numerator: 1, denominator: 4 } : {}),
  })
}

/** Converts an option or a right into shares by exercise, assignment or subscription. */
function addExercise(context: GeneratorContext, account: string, day: number, closes: Closes): void {
  const { draw } = context
  const link = nextLink(context)
  const isRight = chance(context, 30)
  const used = isRight ? 'i12' : 'i4'
  const held = Math.trunc(heldQuantity(context, account, used))
  const options =
    held === 0 || isRight ? -(1 + draw(Math.max(1, held))) : -Math.sign(held) * (1 + draw(Math.abs(held)))
  const shares = (1 + draw(8)) * (isRight || chance(context, 50) ? 1 : -1)
  const price = cents((closes.get('i0') ?? 50) * (0.8 + draw(40) / 100))
  const type = isRight ? 'rights' : pick(draw, ['exercise', 'assignment'] as const)
  push(context, account, type, day, { instrument: used, link, quantity: options, price: 0 })
  push(context, account, type, day, { instrument: 'i0', link, quantity: shares, price, fees: draw(2) })
}

/** A split that all custodians posted although the instrument does not list it. */
function addSplit(context: GeneratorContext, day: number): void {
  const { draw } = context
  const numerator = pick(draw, [2, 3])
  const isPosted = context.transactions.some(({ type }) => type === 'split')
  // Two splits on one day would count as one.
  if (isPosted) return
  for (const { id } of context.accounts)
    push(context, id, 'split', day, { instrument: 'i5', numerator, denominator: 1 })
}

/** Spin-offs, mergers, rights, exercises, splits and returns of capital, with and without a holding. */
export function addAction(context: GeneratorContext, account: string, day: number, closes: Closes): void {
  const { draw } = context
  const kind = draw(16)
  if (kind > 13) {
    const quantity = 1 + draw(9)
    push(context, account, 'rights', day, { instrument: 'i12', quantity, price: 0, fees: draw(2) })
  } else if (kind === 13) addSplit(context, day)
  else if (kind > 10) {
    const amount = cents(draw(20_000) / 100 - 100) || 1
    push(context, account, 'variation_margin', day, { instrument: pick(draw, ['i6', 'i6', 'i10']), amount })
  } else if (kind < 2) {
    push(context, account, 'return_of_capital', day, {
      instrument: pick(draw, ['i0', 'i1', 'i2', 'i3', 'i4', 'i5']),
      amount: cents((1 + draw(9000)) / 100),
      fees: chance(context, 30) ? 1.25 : 0,
    })
  } else if (kind < 5) addSpinOff(context, account, day, closes)
  else if (kind < 7) addMerger(context, account, day)
  else addExercise(context, account, day, closes)
}
