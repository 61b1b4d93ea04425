import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inventedStatements } from '../../../../../../packages/importers/test/pdf/invented-statements.ts'
import { createImportApp, importCalls } from '../../../testing/import-calls.ts'
import type { TestApp } from '../../../testing/test-app.ts'

let app: TestApp
let ivy: ReturnType<typeof importCalls>
let account: (currency?: string) => Promise<string>

beforeAll(async () => {
  const opened = await createImportApp()
  ;({ app, ivy } = opened)
  account = (currency = 'EUR') => opened.addAccount(currency)
})
afterAll(() => app.close())

const pdf = async (name: keyof typeof inventedStatements) => Buffer.from(await inventedStatements[name]())

/** A CSV with the trade of `kauf.pdf`, or with others. */
const csv = (...rows: string[]) =>
  Buffer.from(
    `Datum;Transactietype;Waarde (netto);Opmerking;ISIN;Aantal;Kosten;Belasting\n${rows.join('\n')}\n`,
  )
const sameTrade = '2026-03-04;Aankoop;-871,40;Nordsee Windkraft;DE000A9NORD1;40;-11,40;'

async function add(id: string, into: string, name: string, bytes: Buffer) {
  const file = await ivy.upload(id, name, bytes)
  return ivy.changeFile(id, file.id, { account: into })
}

async function posted(accountId: string) {
  const { rows } = await app.database.query(
    `select b.transaction_type as type, b.date::text, trim_scale(b.quantity)::text as quantity,
       trim_scale(b.net)::text as net, trim_scale(b.amount)::text as amount, b.currency,
       trim_scale(b.fees)::text as fees, trim_scale(b.taxes)::text as taxes, i.isin
     from transaction b left join instrument i on i.id = b.instrument_id
     where b.account_id = $1 and b.superseded_by is null and b.status <> 'void' order by b.date, b.source_key`,
    [accountId],
  )
  return rows
}

describe('a PDF statement', () => {
  it('is previewed with page and line of each value, and posted', async () => {
    const into = await account()
    const id = await ivy.create()
    const file = await ivy.upload(id, 'kauf.pdf', await pdf('kauf.pdf'))
    expect(file).toMatchObject({ state: 'needs_account', format: 'pdf', rows_count: 1, pages_count: 1 })
    await ivy.changeFile(id, file.id, { account: into })
    const [draft] = await ivy.drafts(id)
    expect(draft).toMatchObject({
      state: 'new',
      page: 1,
      quantity: 40,
      amount: -860,
      fees: 11.4,
      net: -871.4,
    })
    const page = (await ivy.call('GET', `/api/imports/${id}/files/${file.id}/page/`)).json().data
    const textAt = (value: string) =>
      draft.places
        .filter((place: { value: string }) => place.value === value)
        .map((place: { line: number }) => page.lines[place.line - 1].text)
    expect(textAt('net')).toEqual(['Endbetrag zu Ihren Lasten 871,40 EUR'])
    expect(textAt('fees')).toEqual(['Provision 9,90 EUR', 'Börsenplatzgebühr 1,50 EUR'])
    expect((await ivy.apply(id)).status).toBe('done')
    expect(await posted(into)).toEqual([
      {
        type: 'trade',
        date: '2026-03-04',
        quantity: '40',
        net: '871.4',
        amount: null,
        currency: 'EUR',
        fees: '11.4',
        taxes: '0',
        isin: 'DE000A9NORD1',
      },
    ])
    // The text of the document is kept only as long as it is needed.
    expect((await ivy.call('GET', `/api/imports/${id}/files/${file.id}/page/`)).statusCode).toBe(404)
    expect((await ivy.drafts(id))[0]).toMatchObject({ page: 1, line: draft.line })
  })

  it('is shown to nobody else', async () => {
    const id = await ivy.create()
    const file = await ivy.upload(id, 'kauf.pdf', await pdf('kauf.pdf'))
    await app.addUser({ username: 'eve', role: 'investor', familyId: await app.addFamily('Other') })
    const eve = importCalls(app, (await app.signIn('eve')).access)
    expect((await eve.call('GET', `/api/imports/${id}/files/${file.id}/page/`)).statusCode).toBe(404)
    expect((await ivy.call('GET', `/api/imports/${id}/files/${file.id}/page/?page=2`)).statusCode).toBe(404)
    const other = await ivy.create()
    expect((await ivy.call('GET', `/api/imports/${other}/files/${file.id}/page/`)).statusCode).toBe(404)
  })

  it('is posted once if it is uploaded twice', async () => {
    const into = await account()
    await ivy.whole('kauf.pdf', await pdf('kauf.pdf'), into)
    const id = await ivy.create()
    await add(id, into, 'copy.pdf', await pdf('kauf.pdf'))
    expect((await ivy.read(id)).counts).toMatchObject({ new: 0, duplicate: 1, problem: 0 })
  })
})

describe('statements of six layouts', () => {
  it('become the transactions they state, in one import', async () => {
    const into = await account()
    // A dividend does not say in which currency its security is quoted.
    await app.database.query(
      `insert into instrument (name, isin, instrument_type, currency) values ('Prairie Rail', 'US99PRAIRL14', 'equity', 'USD')`,
    )
    const id = await ivy.create()
    const names = Object.keys(inventedStatements) as (keyof typeof inventedStatements)[]
    for (const name of names) await add(id, into, name, await pdf(name))
    const batch = await ivy.read(id)
    expect(batch.counts).toMatchObject({ new: 7, changed: 0, duplicate: 0, problem: 0 })
    expect(batch.files.map((file: { state: string }) => file.state)).toEqual(names.map(() => 'ready'))
    expect((await ivy.apply(id)).status).toBe('done')
    const rows = (await posted(into)).map(
      ({ type, date, quantity, net, amount, currency, fees, taxes, isin }) =>
        [date, type, isin, quantity, net ?? amount, currency, fees, taxes].join(' '),
    )
    expect(rows).toEqual([
      '2026-03-04 trade DE000A9NORD1 40 871.4 EUR 11.4 0',
      '2026-03-05 deposit   2500 EUR 0 0',
      '2026-03-12 trade DE000A9NORD1 -15 345 EUR 6 0',
      '2026-03-18 trade FR00099LACB1 12 583.95 EUR 4.95 0',
      '2026-03-20 dividend US99PRAIRL14  54.4 EUR 0 9.6',
      '2026-03-25 trade CH0099000116 -250 21898.35 CHF 110.15 16.5',
      '2026-03-31 fees_cash   25 EUR 0 0',
    ])
  })
})

describe('a trade in a PDF and in another file', () => {
  it('waits for a decision if the ledger has it from the other file', async () => {
    const into = await account()
    await ivy.whole('trades.csv', csv(sameTrade), into)
    const id = await ivy.create()
    await add(id, into, 'kauf.pdf', await pdf('kauf.pdf'))
    const [draft] = await ivy.drafts(id)
    expect(draft).toMatchObject({
      state: 'problem',
      is_probable_duplicate: true,
      message: 'Probably already posted, on 2026-03-04 (trades.csv).',
    })
    const confirmed = await ivy.changeDraft(id, draft.id, { is_confirmed: true })
    expect(confirmed).toMatchObject({ state: 'new', is_probable_duplicate: false, message: null })
    const doubted = await ivy.changeDraft(id, draft.id, { is_confirmed: false })
    expect(doubted).toMatchObject({ state: 'problem', is_probable_duplicate: true })
    await ivy.changeDraft(id, draft.id, { is_left_out: true })
    expect((await ivy.read(id)).counts).toMatchObject({ problem: 0, left_out: 1 })
    expect(await posted(into)).toHaveLength(1)
  })

  it('waits for a decision if the PDF came first', async () => {
    const into = await account()
    await ivy.whole('kauf.pdf', await pdf('kauf.pdf'), into)
    const id = await ivy.create()
    await add(id, into, 'trades.csv', csv(sameTrade))
    const [draft] = await ivy.drafts(id)
    expect(draft).toMatchObject({ state: 'problem', is_probable_duplicate: true })
    await ivy.changeDraft(id, draft.id, { is_confirmed: true })
    expect((await ivy.apply(id)).status).toBe('done')
    expect(await posted(into)).toHaveLength(2)
  })

  it('waits for a decision if both are in one import, and is new once the other is left out', async () => {
    const into = await account()
    const id = await ivy.create()
    await add(id, into, 'trades.csv', csv(sameTrade))
    await add(id, into, 'kauf.pdf', await pdf('kauf.pdf'))
    const [first, second] = await ivy.drafts(id)
    expect(first).toMatchObject({ file_name: 'trades.csv', state: 'new' })
    expect(second).toMatchObject({
      file_name: 'kauf.pdf',
      state: 'problem',
      message: 'Probably the same transaction as in trades.csv:2.',
    })
    await ivy.changeDraft(id, first.id, { is_left_out: true })
    expect((await ivy.drafts(id))[1]).toMatchObject({ state: 'new', is_probable_duplicate: false })
  })

  it('pairs equal trades of one file one by one', async () => {
    const into = await account()
    await ivy.whole('kauf.pdf', await pdf('kauf.pdf'), into)
    const id = await ivy.create()
    await add(id, into, 'trades.csv', csv(sameTrade, sameTrade))
    expect((await ivy.read(id)).counts).toMatchObject({ new: 1, problem: 1 })
  })

  it.each([
    ['on another day', '2026-03-05;Aankoop;-871,40;Nordsee Windkraft;DE000A9NORD1;40;-11,40;'],
    ['with another quantity', '2026-03-04;Aankoop;-871,40;Nordsee Windkraft;DE000A9NORD1;41;-11,40;'],
    ['with another amount', '2026-03-04;Aankoop;-901,40;Nordsee Windkraft;DE000A9NORD1;40;-11,40;'],
    ['that is a sale', '2026-03-04;Verkoop;848,60;Nordsee Windkraft;DE000A9NORD1;40;-11,40;'],
  ])('is not the same as one %s', async (_, row) => {
    const into = await account()
    await ivy.whole('kauf.pdf', await pdf('kauf.pdf'), into)
    const id = await ivy.create()
    await add(id, into, 'trades.csv', csv(row))
    expect((await ivy.drafts(id))[0]).toMatchObject({ state: 'new' })
  })

  it('is not doubted between two tables, whose keys decide', async () => {
    const into = await account()
    await ivy.whole('trades.csv', csv(sameTrade), into)
    const id = await ivy.create()
    await add(id, into, 'again.csv', csv(sameTrade))
    expect((await ivy.drafts(id))[0]).toMatchObject({ state: 'duplicate' })
  })
})
