import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  inventedHoldings,
  inventedStatements,
} from '../../../../../packages/importers/test/pdf/invented-statements.ts'
import { createImportApp } from '../../testing/import-calls.ts'
import { holdings } from '../feeds/testing/feed-app.ts'
import { flexStatement } from '../feeds/testing/flex-server.ts'

let opened: Awaited<ReturnType<typeof createImportApp>>

beforeAll(async () => {
  opened = await createImportApp()
})
afterAll(() => opened.app.close())

const flex = () => {
  const reply = flexStatement()
  return Buffer.from(typeof reply === 'object' && 'body' in reply ? reply.body : '')
}

async function listKept(account: string) {
  const { rows } = await opened.app.database.query(
    `select s.date::text, s.source, s.scope, u.username as user
     from account_statement s left join app_user u on u.id = s.received_from
     where s.account_id = $1 order by s.date, s.source, s.scope`,
    [account],
  )
  return rows
}

describe('a statement that is imported in the browser', () => {
  it('keeps holdings and mark prices, is compared with the ledger, and is taken back by undoing', async () => {
    const { app, ivy, token } = opened
    const account = await opened.addAccount('USD')
    const id = await ivy.whole('flex.xml', flex(), account)
    const kept = [{ date: '2026-06-30', source: 'ibkr_flex', scope: 'holdings', user: 'ivy' }]
    expect(await listKept(account)).toEqual(kept)
    const prices = await app.database.query(
      `select p.close::float8 as close, p.source from price p join instrument i on i.id = p.instrument_id
       where i.isin = 'US99ALP00010' and p.date = '2026-06-30'`,
    )
    expect(prices.rows).toEqual([{ close: 48.5, source: 'statement' }])
    const reply = await app.call({ method: 'GET', url: `/api/reconciliation/${account}/`, as: token })
    expect(reply.json().data).toMatchObject({
      statements: [{ date: '2026-06-30', breaks_count: 0 }],
      lines: [{ cause: null }],
    })
    await ivy.undo(id)
    expect(await listKept(account)).toEqual([])
    expect(await ivy.apply(id)).toMatchObject({ status: 'done' })
    expect(await listKept(account)).toEqual(kept)
  })

  it('is kept without transactions, and stays when it was there before the import', async () => {
    const { app, ivy, token } = opened
    const account = await opened.addAccount('CHF')
    const text = Buffer.from(holdings('D-1', 100))
    const undone = await ivy.whole('h.fin', text, account)
    expect(await ivy.read(undone)).toMatchObject({ status: 'applied', counts: { new: 0 } })
    const kept = [{ date: '2026-07-03', source: 'mt535', scope: 'holdings', user: 'ivy' }]
    expect(await listKept(account)).toEqual(kept)
    await ivy.undo(undone)
    expect(await listKept(account)).toEqual([])
    await app.call({
      method: 'POST',
      url: `/api/reconciliation/${account}/file/?name=h.fin&is_confirmed=true`,
      payload: text,
      headers: { 'content-type': 'text/csv' },
      as: token,
    })
    await ivy.undo(await ivy.whole('h.fin', text, account))
    expect(await listKept(account)).toEqual(kept)
  })

  it('keeps the holdings of a PDF, and its trades are compared with them', async () => {
    const { app, ivy, token } = opened
    const account = await opened.addAccount('EUR')
    await ivy.whole('kauf.pdf', Buffer.from(await inventedStatements['kauf.pdf']()), account)
    const bytes = Buffer.from(await inventedHoldings['depotauszug.pdf']())
    await ivy.whole('depotauszug.pdf', bytes, account)
    expect(await listKept(account)).toEqual([
      { date: '2026-03-31', source: 'pdf', scope: 'holdings', user: 'ivy' },
    ])
    const reply = await app.call({ method: 'GET', url: `/api/reconciliation/${account}/`, as: token })
    const { lines } = reply.json().data
    // The purchase agrees; nothing was imported of the other positions.
    expect(lines.map(({ cause }: { cause: string | null }) => cause)).toEqual([
      null,
      'unknown_security',
      'unknown_security',
    ])
  })

  it('is found in a PDF that is uploaded to reconcile an account; other PDFs are refused', async () => {
    const { app, token } = opened
    const account = await opened.addAccount('EUR')
    const upload = async (bytes: Uint8Array) =>
      app.call({
        method: 'POST',
        url: `/api/reconciliation/${account}/file/?name=x.pdf&is_confirmed=true`,
        payload: Buffer.from(bytes),
        headers: { 'content-type': 'text/csv' },
        as: token,
      })
    const refused = await upload(await inventedStatements['kauf.pdf']())
    expect(refused.json().errors[0].message).toBe(
      'No holdings were found in this PDF. Import its transactions instead.',
    )
    expect((await upload(await inventedHoldings['depotauszug.pdf']())).statusCode).toBe(200)
    expect(await listKept(account)).toMatchObject([{ date: '2026-03-31', source: 'pdf', scope: 'holdings' }])
  })
})
