import { generateWorld, type World } from '@plumbline/demo-world'
import {
  buildSnapshot,
  type CurrencyViews,
  type Market,
  openCurrencyViews,
  type PortfolioSnapshot,
  parseDay,
  runQuery,
} from '@plumbline/engine'
import { beforeAll, describe, expect, it } from 'vitest'
import { referenceFigures } from '../../../../packages/engine/test/reference/figures.ts'
import { buildReference } from '../../../../packages/engine/test/reference/reference.ts'
import { engineLedger, engineMarket, listQuotes } from './testing/demo-snapshot.ts'

let world: World
let market: Market

beforeAll(() => {
  world = generateWorld(parseDay('2026-11-13'))
  market = engineMarket(world)
})

/** A family's snapshot and the result of the engine's reference implementation, which computes in decimals. */
function computeBoth(family: string) {
  const whole = engineLedger(world, family)
  const used = new Set(whole.transactions.map(transaction => transaction.instrument))
  const derived = whole.instruments.flatMap(({ id, underlying }) =>
    used.has(id) && underlying ? underlying : [],
  )
  const needed = new Set([...used, ...derived])
  const ledger = { ...whole, instruments: whole.instruments.filter(({ id }) => needed.has(id)) }
  const snapshot = buildSnapshot(ledger, market, world.asOf)
  const reference = buildReference(
    {
      ledger,
      quotes: new Map(world.prices.map(column => [column.of, listQuotes(column)])),
      rates: new Map(world.rates.map(column => [column.of, listQuotes(column)])),
      pivot: market.pivot,
      firstDay: Math.min(...ledger.transactions.map(transaction => transaction.day)),
      lastDay: world.asOf,
    },
    'CHF',
  )
  return { ledger, snapshot, views: openCurrencyViews(snapshot, 'CHF'), reference }
}

const differs = (ours: number, theirs: number, scale: number) => Math.abs(ours - theirs) > 1e-9 * scale

function queryPosition(snapshot: PortfolioSnapshot, views: CurrencyViews, key: string) {
  const period = { from: snapshot.firstDay + 1, to: snapshot.lastDay }
  return runQuery(snapshot, views, { period, mask: null, filter: { positions: [key] } }).performance
}

describe('the engine and its reference implementation', () => {
  it.each(['aebi-laurent', 'moreau-brandt', 'hargrove-tan'])(
    'agree on every position and every account of %s',
    family => {
      const { ledger, snapshot, views, reference } = computeBoth(family)
      expect(reference.positions.map(position => position.key).sort()).toEqual(
        [...snapshot.positions.keys].sort(),
      )

      const wrong: string[] = []
      for (const position of reference.positions) {
        const ours = queryPosition(snapshot, views, position.key)
        const value = reference.valueOn(position, world.asOf).toNumber()
        const events = position.events.map(event => event.realized.add(event.result).toNumber())
        const realized = events.reduce((sum, part) => sum + part, 0)
        const turnover = position.events.reduce((sum, event) => sum + Math.abs(event.posted.toNumber()), 1)
        if (differs(ours.balance.total, value, turnover)) wrong.push(`${position.key}: value`)
        if (differs(ours.pnl.abs.realized, realized, turnover)) wrong.push(`${position.key}: realized`)
      }

      const months = [world.asOf - 30, world.asOf - 1500]
      const placeOf = new Map(snapshot.positions.keys.map((key, place) => [key, place]))
      for (const { id } of ledger.accounts)
        for (const from of months) {
          const period = { from, to: from + 30 }
          const answer = runQuery(snapshot, views, { period, mask: null, filter: { accounts: [id] } })
          const { performance } = answer
          const members = reference.positions.filter(({ key }) => answer.isIn[placeOf.get(key) ?? -1] === 1)
          const theirs = referenceFigures(reference, members, from, from + 30, performance.isWholeAccounts)
          const scale = 1 + Math.abs(theirs.start.toNumber()) + Math.abs(theirs.end.toNumber())
          const pairs: [string, number, number][] = [
            ['opening', performance.openingBalance, theirs.start.toNumber()],
            ['closing', performance.balance.total, theirs.end.toNumber()],
            ['P/L', performance.pnl.abs.total, theirs.total.toNumber()],
            ['realized', performance.pnl.abs.realized, theirs.realized.toNumber()],
            ['return', (performance.pnl.rel.total ?? 0) * scale, (theirs.twr?.toNumber() ?? 0) * scale],
          ]
          for (const [name, own, other] of pairs)
            if (differs(own, other, scale)) wrong.push(`${id} from ${from}: ${name} ${own} is not ${other}`)
        }
      expect(wrong).toEqual([])
    },
    120_000,
  )
})
