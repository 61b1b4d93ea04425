import type { Instrument, Market, Quote } from '../../src/index.ts'
import { priceSeries, rateSeries } from '../../src/index.ts'
import { addAction } from './actions.ts'
import { addCorners, dropTimes } from './corners.ts'
import { addDelays } from './delays.ts'
import {
  CURRENCIES,
  createRandom,
  type Draw,
  FIRST_DAY,
  type GeneratorContext,
  type LedgerRecipe,
  pick,
  push,
} from './draws.ts'
import type { GeneratedWorld } from './generated-world.ts'
import { drawAccounts, drawInstruments } from './instruments.ts'
import { withOddPrices } from './odd-prices.ts'
import { addCash, addFund, addInterest, addResult, addReward, addValuation } from './results.ts'
import { addEnding, addMove, addSettlement, addTrade, type Closes } from './trades.ts'

export type { Corner } from './corner-names.ts'
export { CURRENCIES, type LedgerRecipe } from './draws.ts'
export type { GeneratedWorld } from './generated-world.ts'

function drawWalk(draw: Draw, days: number, start: number, from: number, everyDays: number): Quote[] {
  let value = start
  const quotes: Quote[] = []
  for (let day = -3; day < days; day += 1) {
    value = Math.max(1, Math.round(value * (94 + draw(13))) / 100)
    if (day >= from && (day === from || draw(everyDays) === 0)) quotes.push([FIRST_DAY + day, value])
  }
  return quotes
}

/** Ledgers of many years are quoted about once a month, which keeps them fast. */
const quoteInterval = (days: number): number => (days > 1000 ? 20 : 1)

/** Quotes of an instrument: loans, funds and rights have none, others may start late, end early or be missing. */
function drawQuotes(draw: Draw, recipe: LedgerRecipe, instrument: Instrument, index: number): Quote[] {
  const { days, hasGaps } = recipe
  const late = hasGaps && (index === 4 || index === 5 || index === 7) ? draw(days) : -3
  const isUnquoted = (hasGaps && index === 5 && draw(2) === 0) || (index === 10 && draw(2) === 0)
  const all = drawWalk(draw, days, 40 + draw(60), late, quoteInterval(days) * (1 + draw(4)))
  if (isUnquoted || [9, 11, 12].includes(index)) return []
  const end = instrument.coupons?.maturity ?? instrument.contractExpiration
  const ended = end != null && draw(3) > 0 ? all.filter(([day]) => day <= end) : all
  // A forward is quoted as a rate.
  return index === 10 ? ended.map(([day, value]): Quote => [day, value / 60]) : ended
}

function closesOn(quotes: ReadonlyMap<string, readonly Quote[]>, day: number): Closes {
  return new Map(
    [...quotes].map(([id, list]) => [
      id,
      list.findLast(quote => quote[0] <= FIRST_DAY + day)?.[1] ?? (id === 'i10' ? 1 : 50),
    ]),
  )
}

function addTransaction(context: GeneratorContext, day: number, closes: Closes): void {
  const { draw } = context
  const account = pick(draw, context.accounts).id
  const kind = draw(100)
  if (kind < 48) addTrade(context, account, day, closes)
  else if (kind < 56) addResult(context, account, day)
  else if (kind < 58) addReward(context, account, day, closes)
  else if (kind < 64) addInterest(context, account, day)
  else if (kind < 76) addCash(context, account, day)
  else if (kind < 79) addFund(context, account, day)
  else if (kind < 80) addValuation(context, account, day, closes)
  else if (kind < 90) addAction(context, account, day, closes)
  else if (kind < 92) addEnding(context, account, day, closes)
  else if (kind < 94) addSettlement(context, account, day)
  else addMove(context, account, day, closes)
}

/** Generates a ledger with every type of instrument and transaction. The same recipe gives the same ledger. */
export function generateWorld(recipe: LedgerRecipe): GeneratedWorld {
  const draw = createRandom(recipe.seed)
  const { days } = recipe
  const instruments = drawInstruments(draw, days)
  const quotes = new Map<string, Quote[]>()
  instruments.forEach((instrument, index) => {
    quotes.set(instrument.id, drawQuotes(draw, recipe, instrument, index))
  })
  const rates = new Map<string, Quote[]>()
  for (const currency of ['EUR', 'USD']) {
    const late = recipe.hasGaps && currency === 'USD' && draw(3) === 0 ? draw(days) : -3
    rates.set(
      currency,
      drawWalk(draw, days, 100, late, 2 * quoteInterval(days)).map(
        ([day, value]): Quote => [day, value / 100],
      ),
    )
  }
  const context: GeneratorContext = {
    draw,
    recipe,
    accounts: drawAccounts(draw),
    instruments,
    transactions: [],
    quotes,
    rates,
    reached: new Set(),
    links: 0,
    clockMs: 10_000_000,
  }
  for (const account of context.accounts)
    if (draw(4) > 0)
      push(context, account.id, 'deposit', 0, { currency: pick(draw, CURRENCIES), amount: 5000 + draw(5000) })
  // Some accounts post the margin of their contracts; in the others it is derived, or paid on closing.
  for (const account of context.accounts)
    if (draw(2) === 0) push(context, account.id, 'variation_margin', 0, { instrument: 'i6', amount: 0.01 })
  const transactionDays = Array.from({ length: recipe.transactions }, () => draw(days)).sort((a, b) => a - b)
  for (const day of transactionDays) addTransaction(context, day, closesOn(quotes, day))
  if (recipe.hasDelays) addDelays(context)
  // A stream of its own, so that corners leave the ordinary transactions as they are.
  const corners = { ...context, draw: createRandom(recipe.seed ^ 0x5bd1e995) }
  addCorners(corners)
  const world = {
    ledger: { accounts: context.accounts, instruments, transactions: dropTimes(corners) },
    quotes,
    rates,
    pivot: 'CHF',
    firstDay: FIRST_DAY,
    lastDay: FIRST_DAY + days - 1,
    reached: context.reached,
  }
  return recipe.hasOddPrices ? withOddPrices(world, recipe.seed) : world
}

/** The market of a generated ledger as the engine's price and rate series. */
export function generatedMarket(generated: GeneratedWorld): Market {
  const { ledger, lastDay, pivot } = generated
  return {
    pivot,
    prices: new Map(
      ledger.instruments
        .filter(instrument => (generated.quotes.get(instrument.id) ?? []).length > 0)
        .map(instrument => [
          instrument.id,
          priceSeries(generated.quotes.get(instrument.id) ?? [], lastDay, {
            splits: instrument.splits ?? [],
          }),
        ]),
    ),
    rates: new Map([...generated.rates].map(([currency, list]) => [currency, rateSeries(list, lastDay)])),
  }
}
