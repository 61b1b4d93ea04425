import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let ivy: string
let ned: string
let ada: string
let dee: string
let acme: string
let bolt: string
let moved: string
let arrived: string
let foreign: string

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  const family = await app.addFamily('Own')
  const other = await app.addFamily('Other')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.addUser({ username: 'ned', role: 'investor', familyId: other })
  await app.addUser({ username: 'dee', role: 'demo', familyId: family })
  await app.addUser({ username: 'ada', role: 'admin' })
  const main = await ledger.account(family, 'Main')
  const second = await ledger.account(family, 'Second')
  const elsewhere = await ledger.account(other, 'Elsewhere')
  const shares: string[] = []
  for (const name of ['Acme', 'Bolt', 'Cord']) shares.push(await ledger.instrument(name))
  const buy = (family: string, account: string, instrument: string | undefined) =>
    ledger.post(family, account, {
      type: 'trade',
      date: '2026-11-02',
      quantity: '10',
      price: '100',
      fees: '1',
      ...(instrument ? { instrument } : {}),
    })
  for (const share of shares) await ledger.prices(share, { '2026-11-02': 100, '2026-11-13': 110 })
  acme = await buy(family, main, shares[0])
  bolt = await buy(family, main, shares[1])
  moved = await buy(family, main, shares[2])
  foreign = await buy(other, elsewhere, shares[0])
  const link = randomUUID()
  const move = { date: '2026-11-05', link, ...(shares[2] ? { instrument: shares[2] } : {}) }
  await ledger.post(family, main, { ...move, type: 'transfer_out', quantity: '-10' })
  arrived = await ledger.post(family, second, { ...move, type: 'transfer_in', quantity: '10' })
  ivy = (await app.signIn('ivy')).access
  ned = (await app.signIn('ned')).access
  ada = (await app.signIn('ada')).access
  dee = (await app.signIn('dee')).access
})
afterAll(() => app.close())

const list = (id: string, as = ivy) =>
  app.call({ method: 'POST', url: `/api/linked-positions/?position_id=${id}`, as, payload: {} })
const create = (position_id: string, linked_position_id: string, as = ivy, more: object = {}) =>
  app.call({
    method: 'POST',
    url: '/api/linked-position/',
    as,
    payload: { position_id, linked_position_id, ...more },
  })
const remove = (id: string, as = ivy) =>
  app.call({ method: 'DELETE', url: `/api/linked-position/${id}/`, as })

describe('linked positions', () => {
  it('are visible from both ends, with combined figures', async () => {
    const made = (await create(acme, bolt, ivy, { kind: 'hedge', note: 'Cover' })).json().data
    expect(made).toMatchObject({ kind: 'hedge', note: 'Cover', position_id: acme, linked_position_id: bolt })
    for (const [end, other] of [
      [acme, bolt],
      [bolt, acme],
    ] as const) {
      const reply = (await list(end)).json()
      expect(reply.data).toMatchObject([{ id: made.id, kind: 'hedge', position: { id: other } }])
      expect(reply.position.id).toBe(end)
      expect(reply.total).toMatchObject({ value: 2200, fees: 2, pnl_abs_total: 198 })
    }
    const details = await app.call({ method: 'POST', url: `/api/positions/${acme}/`, as: ivy, payload: {} })
    expect(details.json().data.linked_positions_count).toBe(1)
  })

  it('from a transaction cannot be unlinked', async () => {
    expect((await list(moved)).json().data).toMatchObject([
      { id: null, kind: 'transfer', position: { id: arrived } },
    ])
    expect((await list(arrived)).json().data).toMatchObject([{ kind: 'transfer', position: { id: moved } }])
  })

  it('can be linked once, and not with themselves', async () => {
    expect((await create(acme, bolt)).statusCode).toBe(409)
    expect((await create(bolt, acme)).json().errors[0].code).toBe('already_exists')
    const self = await create(acme, acme)
    expect([self.statusCode, self.json().errors[0].field]).toEqual([400, 'linked_position_id'])
  })

  it('return not found for positions that do not exist or belong to another family', async () => {
    const field = async (reply: ReturnType<typeof create>) => {
      const { statusCode, json } = await reply
      return [statusCode, json().errors[0].field]
    }
    expect(await field(create(acme, foreign))).toEqual([404, 'linked_position_id'])
    expect(await field(create(foreign, acme))).toEqual([404, 'position_id'])
    expect(await field(create('nothing', acme))).toEqual([404, 'position_id'])
    expect(await field(create(acme, 'nothing'))).toEqual([404, 'linked_position_id'])
    expect((await list(acme, ned)).statusCode).toBe(404)
    const id = (await list(acme)).json().data[0].id
    expect((await remove(id, ned)).statusCode).toBe(404)
    expect((await list(acme)).json().count).toBe(1)
  })

  it('cannot be read or created by the demo account', async () => {
    expect((await list(acme, dee)).json().errors[0].code).toBe('demo_no_details')
    expect((await create(acme, moved, dee)).statusCode).toBe(403)
  })

  it('reject an unknown kind by field', async () => {
    const reply = await create(acme, moved, ivy, { kind: 'marriage' })
    expect([reply.statusCode, reply.json().errors[0].field]).toEqual([400, 'kind'])
  })

  it('can be unlinked; changes by staff are audited', async () => {
    const { id } = (await create(acme, moved, ada)).json().data
    expect((await list(acme)).json().count).toBe(2)
    expect((await remove(id, ada)).statusCode).toBe(204)
    expect((await remove(id, ada)).statusCode).toBe(404)
    expect((await list(acme)).json().count).toBe(1)
    const { rows } = await app.database.query(
      "select action from audit_line where action like 'linked_position%' order by at",
    )
    expect(rows.map(row => row.action)).toEqual(['linked_position_created', 'linked_position_removed'])
  })
})
