import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImportApp, importCalls, sample } from '../../../testing/import-calls.ts'
import type { TestApp } from '../../../testing/test-app.ts'

let app: TestApp
let family: string
let ivy: ReturnType<typeof importCalls>
let ada: ReturnType<typeof importCalls>

beforeAll(async () => {
  ;({ app, family, ivy } = await createImportApp())
  await app.addUser({ username: 'ada', role: 'admin' })
  ada = importCalls(app, (await app.signIn('ada')).access)
})
afterAll(() => app.close())

/** A bank statement that names its bank. */
const camt = () =>
  Buffer.from(
    sample('camt053.xml')
      .toString()
      .replace(
        '</Ownr></Acct>',
        '</Ownr><Svcr><FinInstnId><Nm>Privatbank Möwe</Nm></FinInstnId></Svcr></Acct>',
      ),
  )
const suggested = {
  name: 'Privatbank Möwe 2957',
  currency: 'CHF',
  custodian: 'Privatbank Möwe',
  number: 'CH9300762011623852957',
}
const accounts = async (name: string) =>
  (
    await app.database.query(
      `select a.number, a.base_currency, c.id as custodian_id, c.name as custodian from account a
       join custodian c on c.id = a.custodian_id where a.family_id = $1 and a.name = $2`,
      [family, name],
    )
  ).rows

describe('the account that a file is of', () => {
  it('is suggested with the custodian and the number of the file', async () => {
    const id = await ada.create(family)
    expect(await ada.upload(id, 'march.xml', camt())).toMatchObject({ suggested_account: suggested })
    expect(await ada.upload(id, 'a.csv', sample('swissquote.csv'))).toMatchObject({
      suggested_account: { name: 'Swissquote', custodian: 'Swissquote', number: null },
    })
    expect(await ada.upload(id, 'U7000009.csv', sample('ibkr-activity.csv'))).toMatchObject({
      format: 'ibkr_activity',
      suggested_account: { custodian: 'Interactive Brokers', number: 'U7000009', currency: 'CHF' },
      source_rows: { total: 75, drafts: 18, problems: 3, skipped: 53, holdings: 1 },
    })
    expect(await ada.upload(id, 'umsaetze.sta', sample('mt940.sta'))).toMatchObject({
      format: 'mt940',
      suggested_account: { name: 'CH9300762011623852957', number: 'CH9300762011623852957', custodian: null },
    })
    const german = Buffer.from(
      sample('mt940.sta').toString().replaceAll('CH9300762011623852957', '10020030/1234567EUR'),
    )
    expect(await ada.upload(id, 'konto.sta', german)).toMatchObject({
      suggested_account: { name: '10020030/1234567', number: '10020030/1234567EUR' },
    })
    // A program exports the transactions of several custodians.
    expect(await ada.upload(id, 'parqet export.csv', sample('parqet.csv'))).toMatchObject({
      suggested_account: { name: 'parqet export', custodian: null, number: null },
    })
  })

  it('is one account for the custody and the cash statement, in the currency of their payments', async () => {
    const id = await ada.create(family)
    const one = { name: 'flatex 001', custodian: 'flatex', currency: 'EUR' }
    const cash = await ada.upload(id, 'konto.csv', sample('flatex-cash.csv'))
    expect(cash.suggested_account).toMatchObject({ ...one, number: '***001' })
    // Trades in two currencies do not tell that of the account.
    const custody = await ada.upload(id, 'depot.csv', sample('flatex.csv'))
    expect(custody.suggested_account).toMatchObject({ ...one, currency: 'CHF', number: '***001 Depot' })
    for (const file of [cash, custody])
      await ada.changeFile(id, file.id, { account: null, new_account: file.suggested_account })
    expect(await ada.apply(id)).toMatchObject({ status: 'done' })
    expect(await accounts('flatex 001')).toMatchObject([{ number: '***001', base_currency: 'EUR' }])
    const next = await ada.create(family)
    for (const name of ['flatex-cash.csv', 'flatex.csv'])
      expect(await ada.upload(next, name, sample(name))).toMatchObject({ account: { name: 'flatex 001' } })
  })

  it('is suggested in a currency of accounts, whatever code the file states', async () => {
    const id = await ada.create(family)
    const pence = Buffer.from(
      'Trade date,Action,ISIN,Shares,Price,Ccy,Net amount\n2026-02-05,Buy,GB00B9HRB019,2000,408,GBX,-8160.00\n',
    )
    expect(await ada.upload(id, 'pence.csv', pence)).toMatchObject({
      suggested_account: { name: 'pence', currency: 'GBP' },
    })
    // The offshore yuan has a code of its own at banks, and none in ISO 4217.
    const offshore = Buffer.from(camt().toString().replaceAll('CHF', 'CNH'))
    const file = await ada.upload(id, 'offshore.xml', offshore)
    expect(file).toMatchObject({ suggested_account: { currency: 'CHF' }, counts: { new: 0 } })
    expect(await ada.changeFile(id, file.id, { new_account: file.suggested_account })).toMatchObject({
      state: 'ready',
    })
    expect((await ada.read(id)).files).toHaveLength(2)
    const [draft] = await ada.drafts(id)
    expect(draft).toMatchObject({ state: 'problem', message: '“CNH” is not a currency.', currency: null })
  })

  it('is opened with its custodian when the import is applied, and removed when it is undone', async () => {
    const id = await ada.create(family)
    const file = await ada.upload(id, 'march.xml', camt())
    const changed = await ada.changeFile(id, file.id, { account: null, new_account: suggested })
    expect(changed).toMatchObject({ state: 'ready', new_account: suggested, suggested_account: suggested })
    expect(await accounts(suggested.name)).toEqual([])
    expect(await ada.apply(id)).toMatchObject({ status: 'done' })
    const opened = {
      number: 'CH9300762011623852957',
      base_currency: 'CHF',
      custodian_id: 'privatbank-mowe',
      custodian: 'Privatbank Möwe',
    }
    expect(await accounts(suggested.name)).toEqual([opened])
    // The next statement is recognized by the number.
    const next = await ada.create(family)
    expect(await ada.upload(next, 'april.xml', camt())).toMatchObject({
      account: { name: suggested.name },
      suggested_account: null,
    })
    await ada.undo(id)
    expect(await accounts(suggested.name)).toEqual([])
    expect(await ada.apply(id)).toMatchObject({ status: 'done' })
    expect(await accounts(suggested.name)).toEqual([opened])
    const log = await app.database.query(
      `select actor_id from audit_line where action = 'custodian_created' and subject = 'Privatbank Möwe'`,
    )
    expect(log.rows).toHaveLength(1)
  })

  it('is not opened at a custodian for others than administrators', async () => {
    const id = await ivy.create()
    const file = await ivy.upload(id, 'march.xml', camt())
    const reply = await ivy.call('PATCH', `/api/imports/${id}/files/${file.id}/`, { new_account: suggested })
    expect(reply.statusCode).toBe(403)
    expect(reply.json().errors[0].code).toBe('contact_account_manager')
  })

  it('is not mixed with a manual account of the same name', async () => {
    const id = await ada.create(family)
    const file = await ada.upload(id, 'a.csv', sample('swissquote.csv'))
    await app.database.query(
      `insert into account (family_id, custodian_id, name, base_currency) values ($1, 'manual', 'Swissquote', 'CHF')`,
      [family],
    )
    await ada.changeFile(id, file.id, { new_account: file.suggested_account })
    expect(await ada.apply(id)).toMatchObject({
      status: 'failed',
      message: 'There is a manual account “Swissquote”. Choose another name.',
    })
  })
})
