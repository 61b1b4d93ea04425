import { cents, chance, type Desk, heldOf, nextLink, pick, push } from './draws.ts'
import type { Closes } from './trades.ts'

function addSpinOff(desk: Desk, account: string, day: number, closes: Closes): void {
  const { draw } = desk
  const link = nextLink(desk)
  const quantity = (1 + draw(5)) * (chance(desk, 85) ? 1 : -1)
  push(desk, account, 'spin_off', day, { instrument: pick(draw, ['i0', 'i1']), link, quantity: 0 })
  push(desk, account, 'spin_off', day, {
    instrument: 'i2',
    link,
    quantity,
    ...(chance(desk, 40) ? { basisShare: draw(100) / 100 } : {}),
    ...(chance(desk, 40) ? { price: cents(closes.get('i2') ?? 50) } : {}),
  })
}

function addMerger(desk: Desk, account: string, day: number): void {
  const { draw } = desk
  const link = nextLink(desk)
  const old = Math.floor(Math.max(0, heldOf(desk, account, 'i1')) / (1 + draw(2))) || 1 + draw(5)
  const fresh = Math.floor(old / 4)
  const money = chance(desk, 60) ? { net: cents((1 + draw(9000)) / 100) } : {}
  push(desk, account, 'merger', day, { instrument: 'i1', link, quantity: -old })
  push(desk, account, 'merger', day, {
    instrument: 'i2',
    link,
    quantity: fresh || 1,
    ...money,
    ...(fresh > 0 && chance(desk, 60) ? { numerator: 1, denominator: 4 } : {}),
  })
}

/** An option or a right is used for shares: exercised, assigned, subscribed. */
function addExercise(desk: Desk, account: string, day: number, closes: Closes): void {
  const { draw } = desk
  const link = nextLink(desk)
  const isRight = chance(desk, 30)
  const used = isRight ? 'i12' : 'i4'
  const held = Math.trunc(heldOf(desk, account, used))
  const options =
    held === 0 || isRight ? -(1 + draw(Math.max(1, held))) : -Math.sign(held) * (1 + draw(Math.abs(held)))
  const shares = (1 + draw(8)) * (isRight || chance(desk, 50) ? 1 : -1)
  const price = cents((closes.get('i0') ?? 50) * (0.8 + draw(40) / 100))
  const type = isRight ? 'rights' : pick(draw, ['exercise', 'assignment'] as const)
  push(desk, account, type, day, { instrument: used, link, quantity: options, price: 0 })
  push(desk, account, type, day, { instrument: 'i0', link, quantity: shares, price, fees: draw(2) })
}

/** A split that custodians booked, all of them, without anybody having announced it. */
function addSplit(desk: Desk, day: number): void {
  const { draw } = desk
  const numerator = pick(draw, [2, 3])
  const isBooked = desk.transactions.some(({ type }) => type === 'split')
  // Two on one day would be one and the same.
  if (isBooked) return
  for (const { id } of desk.accounts)
    push(desk, id, 'split', day, { instrument: 'i5', numerator, denominator: 1 })
}

/** Spin-offs, mergers, rights, exercises, splits and returns of capital, of what is held and of what is not. */
export function addAction(desk: Desk, account: string, day: number, closes: Closes): void {
  const { draw } = desk
  const kind = draw(16)
  if (kind > 13) {
    const quantity = 1 + draw(9)
    push(desk, account, 'rights', day, { instrument: 'i12', quantity, price: 0, fees: draw(2) })
  } else if (kind === 13) addSplit(desk, day)
  else if (kind > 10) {
    const amount = cents(draw(20_000) / 100 - 100) || 1
    push(desk, account, 'variation_margin', day, { instrument: pick(draw, ['i6', 'i6', 'i10']), amount })
  } else if (kind < 2) {
    push(desk, account, 'return_of_capital', day, {
      instrument: pick(draw, ['i0', 'i1', 'i2', 'i3', 'i4', 'i5']),
      amount: cents((1 + draw(9000)) / 100),
      fees: chance(desk, 30) ? 1.25 : 0,
    })
  } else if (kind < 5) addSpinOff(desk, account, day, closes)
  else if (kind < 7) addMerger(desk, account, day)
  else addExercise(desk, account, day, closes)
}
