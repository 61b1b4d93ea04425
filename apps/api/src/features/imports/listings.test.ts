import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importCalls } from '../../testing/import-calls.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let family: string
let ivy: ReturnType<typeof importCalls>
let into: string
let made = 0

beforeAll(async () => {
  app = await createTestApp({ jobs: true })
})
afterAll(() => app.close())
beforeEach(async () => {
  made += 1
  family = await app.addFamily(`Family ${made}`)
  await app.addUser({ username: `ivy${made}`, role: 'investor', familyId: family })
  ivy = importCalls(app, (await app.signIn(`ivy${made}`)).access)
  into = await testLedger(app.database).account(family, 'Depot', 'CHF')
})

const isin = 'US99ALP00010'
const flex = (...rows: string[]) =>
  Buffer.from(`<FlexQueryResponse><FlexStatements count="1"><FlexStatement accountId="U7000001">
${rows.join('\n')}
</FlexStatement></FlexStatements></FlexQueryResponse>`)
const trade = (id: string, currency: string) =>
  `<Trade assetCategory="STK" symbol="ALPF" isin="${isin}" description="ALPINE FOODS INC" currency="${currency}" tradeID="${id}" tradeDate="20260907" quantity="24" tradePrice="33.2" proceeds="-796.8" ibCommission="-3" ibCommissionCurrency="${currency}" buySell="BUY"/>`
const dividend = `<CashTransaction assetCategory="STK" symbol="ALPF" isin="${isin}" description="ALPF CASH DIVIDEND USD 0.53 PER SHARE" currency="USD" type="Dividends" amount="12.72" settleDate="20260821" transactionID="c1"/>`

async function postedInstruments() {
  const { rows } = await app.database.query(
    `select t.transaction_type as type, i.name, i.currency, i.id from transaction t join instrument i on i.id = t.instrument_id
     where t.account_id = $1 and t.superseded_by is null order by t.date, t.source_key`,
    [into],
  )
  return rows
}

async function preview(...rows: string[]): Promise<string> {
  const id = await ivy.create()
  const file = await ivy.upload(id, 'flex.xml', flex(...rows))
  await ivy.changeFile(id, file.id, { account: into })
  return id
}

describe('the instrument of imported rows', () => {
  it('is in the currency of the trade, whatever a dividend before it was paid in', async () => {
    expect(await ivy.apply(await preview(dividend, trade('1', 'EUR')))).toMatchObject({ status: 'done' })
    const posted = await postedInstruments()
    expect(posted.map(row => [row.type, row.name, row.currency])).toEqual([
      ['dividend', 'ALPINE FOODS INC', 'EUR'],
      ['trade', 'ALPINE FOODS INC', 'EUR'],
    ])
    expect(posted[0]?.id).toBe(posted[1]?.id)
  })

  it('is another one than a known listing in another currency, for its dividends too', async () => {
    const known = await testLedger(app.database).instrument('Alpine in New York', 'equity', 'USD')
    await app.database.query('update instrument set isin = $1, family_id = $2 where id = $3', [
      isin,
      family,
      known,
    ])
    await ivy.apply(await preview(dividend, trade('1', 'EUR')))
    expect((await postedInstruments()).map(row => row.currency)).toEqual(['EUR', 'EUR'])
    // A later dividend alone means the listing that the family has traded.
    await ivy.apply(await preview(dividend.replace('c1', 'c2')))
    expect((await postedInstruments()).map(row => row.currency)).toEqual(['EUR', 'EUR', 'EUR'])
  })

  it('is two instruments for trades in two currencies, and a dividend of either asks', async () => {
    const id = await preview(trade('1', 'EUR'), trade('2', 'USD'), dividend)
    expect((await ivy.read(id)).counts).toMatchObject({ new: 2, problem: 1 })
    await ivy.apply(id)
    expect((await postedInstruments()).map(row => row.currency).sort()).toEqual(['EUR', 'USD'])
  })

  it('is not created by a dividend, which waits until its security is known', async () => {
    const id = await preview(dividend)
    const [waiting] = await ivy.drafts(id)
    expect(waiting).toMatchObject({ state: 'problem', is_new_instrument: true })
    expect(waiting.message).toContain('ALPF is not known yet')
    await ivy.apply(await preview(trade('1', 'EUR')))
    expect((await ivy.read(id)).counts).toMatchObject({ new: 1, problem: 0 })
    expect((await ivy.drafts(id))[0]).toMatchObject({ state: 'new', message: null })
    await ivy.apply(id)
    expect((await postedInstruments()).map(row => row.currency)).toEqual(['EUR', 'EUR'])
  })

  it('is shared with a purchase in another file of the import', async () => {
    const id = await preview(dividend)
    const second = await ivy.upload(id, 'trades.xml', flex(trade('1', 'EUR')))
    await ivy.changeFile(id, second.id, { account: into })
    expect((await ivy.read(id)).counts).toMatchObject({ new: 2, problem: 0 })
    await ivy.apply(id)
    expect((await postedInstruments()).map(row => row.currency)).toEqual(['EUR', 'EUR'])
  })
})
