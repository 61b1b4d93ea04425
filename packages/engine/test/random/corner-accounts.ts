import { cashSums } from '../exact-cash.ts'
import { drawQuotesNear } from './corner-prices.ts'
import {
  addInstrument,
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

/** Opens, closes, reopens, turns and closes a position on one day. */
export function addSameDayFlips(context: GeneratorContext): void {
  const { draw } = context
  const instrument = pick(draw, ['i0', 'i1', 'i5', 'i6', 'i4'])
  const account = pick(draw, context.accounts).id
  for (const day of drawDays(context, 1 + draw(2))) {
    const [a, b, c] = [1 + draw(6), 1 + draw(6), 1 + draw(6)]
    const steps = [a, -a, b, -(b + c), c].slice(0, 2 + draw(4))
    for (const quantity of chance(context, 50) ? steps : steps.map(step => -step)) {
      const price = Math.max(0.5, quoteNear(context, instrument, day) + draw(5) - 2)
      push(context, account, 'trade', day, { instrument, quantity, price, fees: draw(2) })
    }
    if (instrument === 'i6' && chance(context, 40))
      push(context, account, 'variation_margin', laterDay(context, day, 2), {
        instrument,
        amount: draw(400) - 200 || 1,
      })
  }
}

/** A transfer whose two sides state different quantities, on the same or on different days. */
export function addUnevenTransfer(context: GeneratorContext): void {
  const { draw } = context
  const instrument = pick(draw, ['i0', 'i1', 'i2', 'i5'])
  const [from, to] = chance(context, 50) ? ['a', 'b'] : ['b', 'c']
  const [first = 0, second = 0] = drawDays(context, 2)
  const quantity = 5 + draw(10)
  push(context, from, 'trade', first, {
    instrument,
    quantity: quantity + draw(3),
    price: quoteNear(context, instrument, first),
  })
  const link = nextLink(context)
  const received = chance(context, 70) ? quantity - (1 + draw(8)) / 4 : quantity + (1 + draw(4)) / 4
  const arrival = chance(context, 50) ? second : laterDay(context, second, 4)
  const isReversed = chance(context, 20)
  push(context, from, 'transfer_out', isReversed ? arrival : second, {
    instrument,
    link,
    quantity: -quantity,
  })
  push(context, to, 'transfer_in', isReversed ? second : arrival, { instrument, link, quantity: received })
}

/** An account that is emptied, securities and cash, and used again later. */
export function addClosedAccount(context: GeneratorContext): void {
  const { draw, transactions, accounts, instruments } = context
  const account = pick(draw, accounts).id
  const [day = 0, again = 0] = drawDays(context, 2)
  const past = transactions.filter(entry => entry.day <= FIRST_DAY + day)
  const held = new Map<string, number>()
  for (const entry of past)
    if (entry.account === account && entry.instrument !== undefined && entry.quantity !== undefined)
      held.set(entry.instrument, (held.get(entry.instrument) ?? 0) + Number(entry.quantity))
  const other = accounts.find(({ id }) => id !== account)?.id ?? account
  for (const [instrument, quantity] of held) {
    const type = instruments.find(({ id }) => id === instrument)?.type
    if (quantity === 0 || type === 'future' || type === 'fx_forward') continue
    if (quantity < 0) {
      push(context, account, 'trade', day, {
        instrument,
        quantity: -quantity,
        price: quoteNear(context, instrument, day),
      })
      continue
    }
    const link = nextLink(context)
    push(context, account, 'transfer_out', day, { instrument, link, quantity: -quantity })
    push(context, other, 'transfer_in', day, { instrument, link, quantity })
  }
  for (const [key, sum] of cashSums({ accounts, instruments, transactions: past })) {
    const [, owner, currency = ''] = key.split(':')
    if (owner === account && sum !== null && Number(sum) !== 0)
      push(context, account, 'withdrawal', day, { currency, amount: sum })
  }
  push(context, account, 'deposit', again, { currency: 'CHF', amount: 1000 + draw(1000) })
  if (chance(context, 60))
    push(context, account, 'trade', again, {
      instrument: 'i0',
      quantity: 1 + draw(9),
      price: quoteNear(context, 'i0', again),
    })
}

/** Sales of specific lots that the broker names, in whole or in part. */
export function addSpecificLots(context: GeneratorContext): void {
  const { draw } = context
  const { id: instrument } = addInstrument(
    context,
    { id: 'lots', type: 'equity' },
    drawQuotesNear(context, 50 + draw(50)),
  )
  const account = pick(draw, context.accounts).id
  const lots: { transaction: string; left: number }[] = []
  const days = drawDays(context, 4 + draw(3))
  for (const day of days) {
    const price = Math.max(1, quoteNear(context, instrument, day) + draw(9) - 4)
    const lot = lots.length > 1 && chance(context, 60) ? pick(draw, lots) : undefined
    if (!lot || lot.left === 0) {
      push(context, account, 'trade', day, { instrument, quantity: 4 + draw(6), price })
      const bought = context.transactions.at(-1)
      lots.push({ transaction: bought?.id ?? '', left: Number(bought?.quantity ?? 0) })
      continue
    }
    const quantity = 1 + draw(lot.left)
    lot.left -= quantity
    push(context, account, 'trade', day, {
      instrument,
      quantity: -quantity,
      price,
      takes: [{ transaction: lot.transaction, quantity }],
    })
  }
}
