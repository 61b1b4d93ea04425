import { allEndpoints, heldTypes, isRead, sectors } from '@plumbline/contract'
import { currencyUnit, MINOR_UNITS } from '@plumbline/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, mayCall, ownSample } from './access/requests.ts'
import { createWorld, type World } from './access/world.ts'
import { testLedger } from './test-ledger.ts'

/** What statements of real banks bring: pence, currencies with other decimals or without rates, metals. */
const units = ['CHF', ...Object.keys(MINOR_UNITS), 'JPY', 'KWD', 'XAU', 'VES']

/** The calls about one position or instrument. */
const ofHoldings = /^(?:positions|transactions|instruments|assets|watchlist)\./

interface Holding {
  instrument: string
  /** The transaction that opened it, which is the id of the position. */
  opening: string
  what: string
}

let world: World
const holdings: Holding[] = []

function termsOf(type: string, place: number): object {
  if (type === 'option') return { option_right: 'call', ...(place % 2 === 0 && { strike: 12.5 }) }
  if (type === 'fx_forward') return { base_currency: 'EUR' }
  return type === 'bond' ? { interest_rate: 0.02, maturity: '2026-01-07', payments_per_year: 2 } : {}
}

/** An instrument that an import has made in the family, with whatever its row left out. */
async function addInstrument(type: string, unit: string, place: number): Promise<string> {
  const { rows } = await world.app.database.query(
    `insert into instrument (name, instrument_type, currency, family_id, isin, country, sector, contract_size,
       contract_expiration, terms)
     values ($1, $2, $3, $4, null, $5, $6, $7, $8, $9) returning id`,
    [
      `${type} in ${unit}`,
      type,
      unit,
      place % 5 === 0 ? null : world.own.familyId,
      place % 2 === 0 ? 'GB' : null,
      place % 3 === 0 ? sectors[0] : null,
      type === 'future' || type === 'option' ? '100' : '1',
      type === 'future' || type === 'option' || type === 'fx_forward' ? '2026-01-06' : null,
      termsOf(type, place),
    ],
  )
  return rows[0]?.id ?? ''
}

beforeAll(async () => {
  world = await createWorld()
  const ledger = testLedger(world.app.database)
  const { familyId, ids } = world.own
  let place = 0
  for (const [at, type] of heldTypes.filter(each => each !== 'cash').entries())
    for (const unit of [units[at % units.length] ?? 'CHF', units[(at + 3) % units.length] ?? 'CHF']) {
      place += 1
      const instrument = await addInstrument(type, unit, place)
      if (place % 3 > 0) await ledger.prices(instrument, { '2026-01-05': 100, '2026-01-07': place % 4 })
      const account = place % 2 === 0 ? ids.account : ids.otherAccount
      const { currency } = currencyUnit(unit)
      const post = (facts: { type: string; date: string; [field: string]: string }) =>
        ledger.post(familyId, account, { currency, ...facts })
      const size = place % 4 === 0 ? '-3' : '0.00000001'
      const trade = { type: 'trade', date: '2026-01-05', instrument, currency: unit, price: '99.5' }
      const opening = await post({ ...trade, quantity: size, fees: '1' })
      await post({ ...trade, date: '2026-01-06', quantity: '10' })
      if (type !== 'future' && type !== 'fx_forward')
        await post({ type: 'dividend', date: '2026-01-07', instrument, amount: '0.01' })
      holdings.push({ instrument, opening, what: `${type} in ${unit}` })
    }
}, 240_000)
afterAll(() => world.app.close())

describe('holdings as statements of real banks bring them', () => {
  it.each(['investor', 'adviserAssigned', 'admin'] as const)('open on every screen of %s', async caller => {
    const failed: string[] = []
    let answered = 0
    const read = async (name: string, endpoint: Parameters<typeof ask>[1], of: World, what: string) => {
      for (const accept of ['application/json', ...(endpoint.alsoReplies ?? [])]) {
        const sample = ownSample(of, name, endpoint, of.own.ids)
        const reply = await ask(of, endpoint, sample, caller, { headers: { accept } })
        if (reply.statusCode < 300) answered += 1
        if (reply.statusCode >= 500)
          failed.push(`${name} of ${what} as ${accept}: ${reply.statusCode} ${reply.body.slice(0, 200)}`)
      }
    }
    for (const [name, endpoint] of allEndpoints()) {
      if (!isRead(endpoint) || !mayCall(endpoint, caller)) continue
      await world.keepSignedIn()
      await read(name, endpoint, world, 'all')
      if (caller !== 'investor' || !endpoint.path.includes(':id') || !ofHoldings.test(name)) continue
      for (const { instrument, opening, what } of holdings) {
        const ids = { ...world.own.ids, position: opening, asset: instrument }
        await read(name, endpoint, { ...world, share: instrument, own: { ...world.own, ids } }, what)
      }
    }
    expect(failed.slice(0, 20)).toEqual([])
    expect(answered).toBeGreaterThan(60)
  })
})
