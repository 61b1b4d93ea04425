import { buildSnapshot, type Filter, positionsInScope, type Quote, toIsoDate } from '@plumbline/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCurrencyViews, runQuery } from '../../../../../packages/engine/src/index.ts'
import {
  type GeneratedWorld,
  generatedMarket,
  generateWorld,
} from '../../../../../packages/engine/test/random/random-ledger.ts'
import { referenceFigures } from '../../../../../packages/engine/test/reference/figures.ts'
import { buildReference } from '../../../../../packages/engine/test/reference/reference.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { testLedger } from '../test-ledger.ts'
import { type WrittenLedger, writeLedger } from './write-ledger.ts'

const ledgers = 12
/** Instruments that need further terms are left to the tests of the engine. */
const written = new Set(['i0', 'i1', 'i2', 'i4', 'i5', 'i6'])

/** A generated ledger without instruments that need further terms, with the same market for all ledgers. */
function createLedger(seed: number, rates: GeneratedWorld['rates'] | null): GeneratedWorld {
  const world = generateWorld({ seed, days: 18, transactions: 40, isTimed: true, hasGaps: false })
  const isWritten = ({ instrument }: { instrument?: string }) =>
    instrument === undefined || written.has(instrument)
  const lone = new Set(world.ledger.transactions.filter(one => !isWritten(one)).map(one => one.link))
  const transactions = world.ledger.transactions.filter(
    one => isWritten(one) && (one.link === undefined || !lone.has(one.link)),
  )
  const instruments = world.ledger.instruments.filter(({ id }) => written.has(id))
  return { ...world, rates: rates ?? world.rates, ledger: { ...world.ledger, instruments, transactions } }
}

let app: TestApp
let token: string
const cases: { world: GeneratedWorld; written: WrittenLedger }[] = []

beforeAll(async () => {
  app = await createTestApp()
  const first = createLedger(1, null)
  await app.addUser({ username: 'ada', role: 'admin' })
  await writeRates(first)
  for (let seed = 1; seed <= ledgers; seed += 1) {
    const world = createLedger(seed, first.rates)
    const family = await app.addFamily(`Ledger ${seed}`)
    cases.push({ world, written: await writeLedger(app.database, family, world) })
  }
  await app.database.query('update market_version set last_close = $1', [toIsoDate(first.lastDay)])
  token = (await app.signIn('ada')).access
})
afterAll(() => app.close())

/** The generator quotes in francs; the product stores rates against the dollar, one per day. */
async function writeRates({ rates, firstDay, lastDay }: GeneratedWorld): Promise<void> {
  const on = (quotes: readonly Quote[] | undefined, day: number) =>
    quotes?.findLast(quote => quote[0] <= day)?.[1] ?? Number.NaN
  const days = Array.from({ length: lastDay - firstDay + 2 }, (_, place) => firstDay - 1 + place)
  const column = (value: (day: number) => number) =>
    Object.fromEntries(days.map(day => [toIsoDate(day), value(day)]))
  const { rates: write } = testLedger(app.database)
  await write(
    'CHF',
    column(day => 1 / on(rates.get('USD'), day)),
  )
  await write(
    'EUR',
    column(day => on(rates.get('EUR'), day) / on(rates.get('USD'), day)),
  )
}

const call = async (url: string, payload: object) =>
  (await app.call({ method: 'POST', url, as: token, payload })).json().data

describe('the API and the reference implementation of the engine', () => {
  it(`agree on ${ledgers} ledgers that were stored in the database`, async () => {
    const differences: string[] = []
    for (const [
      place,
      {
        world,
        written: { familyId, accounts },
      },
    ] of cases.entries()) {
      const currency = (['CHF', 'USD', 'EUR'] as const)[place % 3] ?? 'CHF'
      const snapshot = buildSnapshot(world.ledger, generatedMarket(world), world.lastDay)
      const reference = buildReference(world, currency)
      const scopes: [Filter, object][] = [
        [{}, {}],
        [{ accounts: ['a'] }, { filter_account: [accounts.get('a')] }],
        [{ instrumentTypes: ['equity', 'option'] }, { filter_instrument_type: ['equity', 'option'] }],
      ]
      for (const [filter, filters] of scopes)
        for (const [from, to] of [
          [world.firstDay, world.lastDay],
          [world.firstDay + 5, world.firstDay + 13],
        ] as const) {
          const period = { name: null, start_date: toIsoDate(from), end_date: toIsoDate(to) }
          const body = { family: familyId, filters, settings: { currency, period } }
          const shown = await call('/api/performance/', body)
          const fees = await call('/api/fees/', body)
          const isIn = positionsInScope(snapshot, null, filter)
          const { isWholeAccounts } = runQuery(snapshot, openCurrencyViews(snapshot, currency), {
            period: { from, to },
            mask: null,
            filter,
          }).performance
          const members = reference.positions.filter((_, position) => isIn[position] === 1)
          const right = referenceFigures(reference, members, from, to, isWholeAccounts)
          const scale =
            1 +
            [right.start, right.end, right.deposits].reduce((sum, part) => sum + Math.abs(part.toNumber()), 0)
          const compare = (name: string, ours: number | null, theirs: number | null, by = scale) => {
            const isSame =
              ours === null || theirs === null ? ours === theirs : Math.abs(ours - theirs) <= 1e-9 * by
            if (!isSame)
              differences.push(
                `ledger ${place + 1}, ${JSON.stringify(filter)}, ${name}: ${ours} is not ${theirs}`,
              )
          }
          compare('opening', shown.opening.total, right.start.toNumber())
          compare('balance', shown.balance.total, right.end.toNumber())
          compare('deposits', shown.cash_flow.deposits, right.deposits.toNumber())
          compare('withdrawals', shown.cash_flow.withdrawals, right.withdrawals.toNumber())
          compare('P/L', shown.pnl.abs.total, right.total.toNumber())
          compare('realized', shown.pnl.abs.realized, right.realized.toNumber())
          compare('fees', fees.total.sum, right.fees.toNumber())
          compare(
            'return',
            shown.pnl.rel.total,
            right.twr?.toNumber() ?? null,
            1 + Math.abs(right.twr?.toNumber() ?? 0),
          )
        }
    }
    expect(differences).toEqual([])
  })

  it('agree on the fees and the cash of the listed transactions', async () => {
    for (const {
      world,
      written: { familyId },
    } of cases) {
      const list = async (url: string, body: object = {}) =>
        (await app.call({ method: 'POST', url, as: token, payload: { family: familyId, ...body } })).json()
      const period = { name: null, start_date: toIsoDate(world.firstDay), end_date: toIsoDate(world.lastDay) }
      const settings = { currency: 'CHF', period }
      const { data, total } = await list('/api/transactions/list/?limit=1000', { settings })
      const fees = await call('/api/fees/', { family: familyId, settings })
      expect(total.calculated_fees).toBeCloseTo(fees.total.sum, 6)
      // Derived margins move cash without a transaction.
      const withoutCash = world.ledger.accounts
        .filter(({ cash, variationMargin }) => cash === 'none' || variationMargin === 'derived')
        .map(({ id }) => id)
      for (const { account, currency, balance } of (await list('/api/cash/', { settings })).data) {
        if (withoutCash.includes(account.name)) continue
        const moved = data
          .filter(
            (row: { account: { id: string }; currency: string }) =>
              row.account.id === account.id && row.currency === currency,
          )
          .reduce(
            (sum: number, row: { original_amount: number | null }) => sum + (row.original_amount ?? 0),
            0,
          )
        expect(moved, `${account.name} ${currency}`).toBeCloseTo(balance, 6)
      }
    }
  })
})
