import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inventedStatements } from '../../../../../packages/importers/test/pdf/invented-statements.ts'
import { createFeedApp, dropInOtherProcess, type FeedApp, holdings, wait } from './testing/feed-app.ts'

let feeds: FeedApp
let account: string
let folder: string

beforeEach(async () => {
  feeds = await createFeedApp()
  account = await feeds.addAccount(feeds.family, 'Main', 'CH9300762011623852957')
  ;({ folder } = await feeds.addFolder())
})
afterEach(() => feeds.close())

/** Another process writes the file in two pieces with a pause, as a slow transfer does. */
const drop = (name: string, content: string | Uint8Array) =>
  dropInOtherProcess(`
    const bytes = Buffer.from(${JSON.stringify(Buffer.from(content).toString('base64'))}, 'base64')
    const place = ${JSON.stringify(path.join(folder, name))}
    fs.writeFileSync(place, bytes.subarray(0, bytes.length / 2))
    await sleep(150)
    fs.appendFileSync(place, bytes.subarray(bytes.length / 2))`)

const entry = (day: string, amount: string, reference: string) => `
  <Ntry>
    <Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>
    <AcctSvcrRef>${reference}</AcctSvcrRef>
    <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>DMCT</SubFmlyCd></Fmly></Domn></BkTxCd>
  </Ntry>`
const balance = (code: string, day: string, amount: string) => `
  <Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="CHF">${amount}</Amt>
    <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
/** A camt.053 of two deposits. */
const camt = (closing: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
  <GrpHdr><MsgId>M-7</MsgId><CreDtTm>2026-07-31T22:00:00+02:00</CreDtTm></GrpHdr>
  <Stmt><Id>S-7</Id><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id><Ccy>CHF</Ccy></Acct>
    ${balance('OPBD', '2026-07-01', '1000.00')}${balance('CLBD', '2026-07-31', closing)}
    ${entry('2026-07-03', '250.50', 'R-1')}${entry('2026-07-17', '49.50', 'R-2')}
  </Stmt></BkToCstmrStmt></Document>`

const header =
  'Date;Order #;Transaction;Symbol;Name;ISIN;Quantity;Unit price;Costs;Accrued Interest;Net Amount;Balance;Currency'
const row = (day: string, net: string, sum: string) =>
  `${day}-01-2026 07:00:00;00000000;Credit;;;;1.0;${net};0.00;0.00;${net};${sum};CHF`

describe('a camt.053 that another process delivers', () => {
  it('is posted when its balances agree', async () => {
    await drop('camt053_4417.xml', camt('1300.00'))
    expect(await feeds.settled(1)).toMatchObject([
      { name: 'camt053_4417.xml', state: 'posted', transactions_count: 2, message: null },
    ])
    expect(feeds.files(folder)).toEqual(['done', 'done/camt053_4417.xml'])
    expect(await feeds.posted(account)).toBe(2)
  })

  it('waits for a person when an entry is missing, and posts nothing', async () => {
    await drop('short.xml', camt('1500.00'))
    const [delivery] = await feeds.settled(1)
    expect(delivery).toMatchObject({ state: 'waiting' })
    expect(delivery?.message).not.toBeNull()
    expect(await feeds.posted(account)).toBe(0)
  })

  it('that is cut off is refused, and posts nothing', async () => {
    await drop('cut.xml', camt('1300.00').slice(0, -200))
    expect(await feeds.settled(1)).toMatchObject([{ state: 'failed', transactions_count: 0 }])
    expect(await feeds.posted(account)).toBe(0)
  })
})

describe('an MT535 that another process delivers', () => {
  beforeEach(async () => {
    await feeds.addAccount(feeds.family, 'Depot', 'D-1')
  })

  it('is compared with the ledger, once only under whatever name', async () => {
    await drop('MT535_0082.fin', holdings('D-1', 100))
    expect(await feeds.settled(1)).toMatchObject([
      { name: 'MT535_0082.fin', state: 'posted', holdings_count: 1, transactions_count: 0, breaks_count: 1 },
    ])
    expect(feeds.files(folder)).toEqual(['done', 'done/MT535_0082.fin'])
    await drop('again.fin', holdings('D-1', 100))
    await vi.waitFor(
      async () => expect(await feeds.deliveries()).toMatchObject([{ state: 'posted', repeats_count: 1 }]),
      wait,
    )
  })

  it('that is cut off is not taken for a whole one', async () => {
    await drop('cut.fin', holdings('D-1', 100).slice(0, -60))
    const [delivery] = await feeds.settled(1)
    expect(delivery?.state).not.toBe('posted')
    expect(delivery?.message).not.toBeNull()
  })

  it('of an account of another family says nothing about it, and compares nothing', async () => {
    const other = await feeds.app.addFamily('Keller')
    await feeds.addAccount(other, 'Their depot', 'D-9')
    await drop('theirs.fin', holdings('D-9', 100))
    const [delivery] = await feeds.settled(1)
    expect(delivery).toMatchObject({ state: 'failed' })
    expect(JSON.stringify(delivery)).not.toContain('Their depot')
  })
})

describe('a PDF that another process delivers', () => {
  it('is posted when every line of it is certain, and once only', async () => {
    const current = await feeds.addAccount(feeds.family, 'Current', 'DE02120300000000202051')
    const pdf = await inventedStatements['kontoauszug.pdf']()
    await drop('kontoauszug.pdf', pdf)
    expect(await feeds.settled(1)).toMatchObject([
      { name: 'kontoauszug.pdf', state: 'posted', transactions_count: 2, message: null },
    ])
    expect(await feeds.posted(current)).toBe(2)
    expect(await feeds.posted(account)).toBe(0)
    await drop('again.pdf', pdf)
    await vi.waitFor(
      async () => expect(await feeds.deliveries()).toMatchObject([{ state: 'posted', repeats_count: 1 }]),
      wait,
    )
    expect(await feeds.posted(current)).toBe(2)
  })

  it('of another account waits for a person', async () => {
    await drop('foreign.pdf', await inventedStatements['kontoauszug.pdf']())
    expect(await feeds.settled(1)).toMatchObject([{ state: 'waiting' }])
    expect(await feeds.posted(account)).toBe(0)
  })

  it('that is cut off is refused, and posts nothing', async () => {
    const pdf = await inventedStatements['kontoauszug.pdf']()
    await drop('cut.pdf', pdf.subarray(0, pdf.length / 2))
    expect(await feeds.settled(1)).toMatchObject([{ state: 'failed', transactions_count: 0 }])
    expect(await feeds.posted(account)).toBe(0)
  })
})

describe('a table that another process delivers', () => {
  it.each([
    ['in its first cell', 7],
    ['between two cells', 22],
    ['before its last cell', 80],
  ])('waits with the row that it was cut in, %s', async (_name, length) => {
    const whole = [header, row('05', '100.00', '1100.00'), row('06', '20.00', '1120.00')]
    const [first = '', second = '', third = ''] = whole
    const cut = third.slice(0, Math.min(length, third.lastIndexOf(';')))
    await drop('table.csv', [first, second, cut].join('\r\n'))
    const [delivery] = await feeds.settled(1)
    expect(delivery).toMatchObject({ state: 'waiting', message: '1 row needs review' })
    expect(await feeds.posted(account)).toBe(0)
    const { body } = await feeds.call('GET', `/api/imports/${delivery?.import_id}/drafts/?state=problem`)
    expect(body.data).toMatchObject([{ line: 3, message: expect.stringContaining('ends within this row') }])
  })
})
