import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImportApp, type importCalls, sample } from '../../testing/import-calls.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let ivy: ReturnType<typeof importCalls>
let token: string
let account: (currency?: string) => Promise<string>
let posted: Awaited<ReturnType<typeof createImportApp>>['posted']

beforeAll(async () => {
  const opened = await createImportApp()
  ;({ app, ivy, token, posted } = opened)
  account = (currency = 'CHF') => opened.addAccount(currency)
})
afterAll(() => app.close())

const swissquote = () => sample('swissquote.csv')
const textOf = (bytes: Buffer) => bytes.toString('utf8')

describe('rows of an import', () => {
  it('are read with the mapping of the user, as is the next file with that header', async () => {
    const into = await account()
    const id = await ivy.create()
    const file = await ivy.upload(id, 'depot.csv', sample('unknown-depot.csv'))
    expect(file).toMatchObject({ state: 'needs_columns', rows_count: 0 })
    expect((await ivy.call('POST', `/api/imports/${id}/apply/`)).json().errors[0].code).toBe('not_ready')
    const words = [
      ...file.mapping.words,
      { word: 'Überraschung', transaction_type: 'other_income', side: null },
    ]
    const read = await ivy.changeFile(id, file.id, {
      account: into,
      mapping: { ...file.mapping, words },
      remember_as: 'Depot',
    })
    expect(read).toMatchObject({ state: 'ready', counts: { new: 7, problem: 2 } })
    const next = await ivy.upload(await ivy.create(), 'depot-2.csv', sample('unknown-depot.csv'))
    expect(next).toMatchObject({ state: 'needs_account', preset: 'Depot', rows_count: 9 })
  })

  it('with problems state line and reason, and can be fixed', async () => {
    const into = await account()
    await testLedger(app.database).instrument('ABB', 'equity', 'CHF')
    await app.database.query(`update instrument set isin = 'CH0012221716' where name = 'ABB'`)
    const head = textOf(swissquote()).split('\n')[0] ?? ''
    const row = '29-06-2026 11:00:00;00000000;Dividend;;ABB;CH0012221761;1.0;10.00;0.00;0.00;10.00;10.00;CHF'
    const id = await ivy.create()
    const file = await ivy.upload(id, 'a.csv', Buffer.from(`${head}\n${row}\n`))
    await ivy.changeFile(id, file.id, { account: into })
    const [problem] = await ivy.drafts(id)
    expect(problem).toMatchObject({
      line: 2,
      state: 'problem',
      message: 'The check digit of the ISIN CH0012221761 is wrong.',
      suggestion: { field: 'isin', value: 'CH0012221716', label: 'ABB' },
      raw: row,
    })
    const fixed = await ivy.changeDraft(id, problem.id, { isin: 'CH0012221716' })
    expect(fixed).toMatchObject({ state: 'new', amount: 10, is_new_instrument: false, message: null })
    await ivy.apply(id)
    expect(await posted(into)).toMatchObject([{ type: 'dividend', net: '10', name: 'ABB' }])
  })

  it('matched by a symbol to a security of another name say so, and an ISIN separates them', async () => {
    const into = await account()
    await testLedger(app.database).instrument('Kestrel Air', 'equity', 'CHF')
    await app.database.query(`update instrument set symbol = 'KST' where name = 'Kestrel Air'`)
    const head = textOf(swissquote()).split('\n')[0] ?? ''
    const buy = (order: string, name: string, balance: number) =>
      `30-06-2026 11:00:00;${order};Buy;KST;${name};;4.0;10.00;0.00;0.00;-40.00;${balance}.00;CHF`
    const id = await ivy.create()
    const rows = [head, buy('70000001', 'KESTREL AIR', -40), buy('70000002', 'Kistner Steel AG', -80)]
    const file = await ivy.upload(id, 'a.csv', Buffer.from(`${rows.join('\n')}\n`))
    await ivy.changeFile(id, file.id, { account: into })
    const [same, other] = await ivy.drafts(id)
    expect(same).toMatchObject({ state: 'new', is_new_instrument: false, stated_name: null })
    expect(other).toMatchObject({
      name: 'Kestrel Air',
      is_new_instrument: false,
      stated_name: 'Kistner Steel AG',
    })
    expect(await ivy.changeDraft(id, other.id, { isin: 'CH0099000116' })).toMatchObject({
      is_new_instrument: true,
      stated_name: null,
    })
    await ivy.apply(id)
    const names = (await posted(into)).map(({ name }) => name).sort()
    expect(names).toEqual(['Kestrel Air', 'Kistner Steel AG'])
  })

  it('can be excluded and included again', async () => {
    const into = await account()
    const id = await ivy.create()
    const file = await ivy.upload(id, 'a.csv', swissquote())
    await ivy.changeFile(id, file.id, { account: into })
    const [first] = await ivy.drafts(id)
    expect(await ivy.changeDraft(id, first.id, { is_left_out: true })).toMatchObject({ state: 'left_out' })
    expect((await ivy.read(id)).counts).toMatchObject({ new: 7, left_out: 1 })
    expect(await ivy.changeDraft(id, first.id, { is_left_out: false })).toMatchObject({ state: 'new' })
  })

  it('can be exported as CSV with their lines', async () => {
    const id = await ivy.create()
    await ivy.upload(id, 'a.csv', swissquote())
    const reply = await app.call({
      method: 'GET',
      url: `/api/imports/${id}/drafts/?order_by=line`,
      as: token,
      headers: { accept: 'text/csv' },
    })
    expect(reply.headers['content-type']).toContain('text/csv')
    expect(reply.body.split('\r\n')[0]).toContain('file,line,state,message')
    expect(reply.body.split('\r\n')).toHaveLength(12)
  })

  it('have German messages for German users', async () => {
    await app.database.query(
      `insert into user_settings (user_id, chosen) select id, '{"language": "de"}' from app_user where username = 'ivy'
       on conflict (user_id) do update set chosen = excluded.chosen`,
    )
    const id = await ivy.create()
    const file = await ivy.upload(id, 'a.pdf', Buffer.from('%PDF-1.7 …'))
    expect(file).toMatchObject({
      state: 'unreadable',
      message: expect.stringContaining('Dieses PDF ist beschädigt'),
    })
    await app.database.query(`update user_settings set chosen = '{}'`)
  })
})

describe('unreadable files', () => {
  it('are kept with the reason and do not block other files', async () => {
    const id = await ivy.create()
    const broken = await ivy.upload(id, 'broken.xml', Buffer.from('<FlexQueryResponse>\n<a>\n</b>'))
    expect(broken).toMatchObject({
      state: 'unreadable',
      format: 'ibkr_flex',
      message: expect.stringMatching(/^Line 3: /),
    })
    const file = await ivy.upload(id, 'a.csv', swissquote())
    await ivy.changeFile(id, file.id, { account: await account() })
    expect(await ivy.apply(id)).toMatchObject({ status: 'done' })
  })

  it('are rejected if empty or above the size limit', async () => {
    const id = await ivy.create()
    const large = await ivy.call(
      'POST',
      `/api/imports/${id}/files/?name=x`,
      Buffer.alloc(50 * 1024 * 1024 + 1),
    )
    expect(large.statusCode).toBe(413)
    const empty = await ivy.call('POST', `/api/imports/${id}/files/?name=x`, Buffer.alloc(0))
    expect(empty.statusCode).toBe(400)
    expect((await ivy.call('POST', `/api/imports/${id}/files/`, swissquote())).json().errors[0].field).toBe(
      'name',
    )
  })
})
