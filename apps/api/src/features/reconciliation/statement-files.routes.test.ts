import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let account: string
let numbered: string
let several: string
let owner: string

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  const familyId = await app.addFamily('Aebi')
  await app.addUser({ username: 'owner', role: 'investor', familyId })
  owner = (await app.signIn('owner')).access
  account = await ledger.account(familyId, 'Custody')
  numbered = await ledger.account(familyId, 'Numbered')
  several = await ledger.account(familyId, 'Several')
  await app.database.query("update account set number = 'CH9300762011623852957' where id = $1", [numbered])
  for (const [currency, amount] of [
    ['CHF', '1000'],
    ['EUR', '200'],
    ['USD', '300'],
  ] as const)
    await ledger.post(familyId, account, { type: 'deposit', date: '2026-01-05', currency, amount })
  await ledger.rates('EUR', { '2026-01-05': 1.1 })
  await ledger.rates('CHF', { '2026-01-05': 1.2 })
})
afterAll(() => app.close())

const statement = (iban: string, currency: string, date: string, amount: string) => `<Stmt>
  <Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
  <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt>
    <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${date}</Dt></Dt></Bal></Stmt>`
const camt = (...statements: string[]) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.04"><BkToCstmrStmt>${statements.join('')}</BkToCstmrStmt></Document>`
const mt535 = [
  '{1:F01EXMPCHZZAXXX0000000000}{2:O5350000000000EXMPCHZZXXXX00000000000000000000N}{4:',
  ':16R:GENL',
  ':98A::STAT//20260107',
  ':97A::SAFE//0235',
  ':16S:GENL',
  ':16R:SUBSAFE',
  ':16R:FIN',
  ':35B:ISIN CH0012221716',
  'ABB',
  ':90B::MRKT//ACTU/CHF53,',
  ':93B::AGGR//UNIT/90,',
  ':19A::HOLD//CHF4770,',
  ':16S:FIN',
  ':16S:SUBSAFE',
  '-}',
].join('\r\n')

const upload = (to: string, text: string, rest = '') =>
  app.call({
    method: 'POST',
    url: `/api/reconciliation/${to}/file/?name=x.xml${rest}`,
    payload: text,
    headers: { 'content-type': 'text/csv' },
    as: owner,
  })
const names = (data: { lines: { name: string }[] }) => data.lines.map(({ name }) => name).sort()
const iban = 'CH5604835012345678009'

describe('statement files', () => {
  it('keep holdings and cash of a day side by side, and compare only what they cover', async () => {
    await upload(account, mt535)
    const cash = camt(statement(iban, 'EUR', '2026-01-07', '200.00'))
    // The account has the number of its first file.
    expect((await upload(account, cash)).json().errors[0]).toMatchObject({
      code: 'other_account',
      message: `The file belongs to account ${iban}. This account has the number 0235.`,
    })
    const reply = await upload(account, cash, '&is_confirmed=true')
    expect(reply.statusCode, reply.body).toBe(200)
    const { data } = reply.json()
    expect(names(data)).toEqual(['ABB', 'Cash EUR'])
    expect(data.parts).toMatchObject([
      { source: 'camt053', scope: 'EUR', is_compared: true },
      { source: 'mt535', scope: 'holdings', is_compared: true },
    ])
    expect(data.lines.find(({ name }: { name: string }) => name === 'Cash EUR')).toMatchObject({
      cause: null,
    })
  })

  it('are read whole: every currency and every day of the file', async () => {
    const reply = await upload(
      account,
      camt(
        statement(iban, 'CHF', '2026-01-08', '1000.00'),
        statement(iban, 'EUR', '2026-01-08', '200.00'),
        statement(iban, 'USD', '2026-01-08', '310.00'),
        statement(iban, 'CHF', '2026-01-06', '1000.00'),
      ),
    )
    const { data } = reply.json()
    expect(names(data)).toEqual(['Cash CHF', 'Cash EUR', 'Cash USD'])
    expect(data.statements).toEqual([
      { date: '2026-01-08', breaks_count: 1 },
      { date: '2026-01-07', breaks_count: 1 },
      { date: '2026-01-06', breaks_count: 0 },
    ])
  })

  it('of another account are refused, or asked about where the number is unknown', async () => {
    const other = await upload(
      account,
      camt(statement('CH93 0076 2011 6238 5295 7', 'CHF', '2026-01-09', '1.00')),
    )
    expect(other.json().errors[0]).toMatchObject({
      code: 'unreadable_file',
      message: 'The file belongs to account CH93 0076 2011 6238 5295 7, which is Numbered.',
    })
    const unknown = camt(statement('DE89370400440532013000', 'CHF', '2026-01-09', '1.00'))
    const asked = await upload(numbered, unknown)
    expect([asked.statusCode, asked.json().errors[0].code]).toEqual([409, 'other_account'])
    expect((await upload(numbered, unknown, '&is_confirmed=true')).statusCode).toBe(200)
    // The number is known from now on.
    expect((await upload(numbered, unknown)).statusCode).toBe(200)
    expect((await upload(account, unknown)).statusCode).toBe(400)
  })

  it('with an IBAN per currency are asked about once, and compared side by side from then on', async () => {
    const [chf, eur, usd] = [
      'CH3608387000001080173',
      'CH0908387000001080174',
      'CH7908387000001080175',
    ] as const
    await app.database.query('update account set number = $2 where id = $1', [several, chf])
    // Beside the known number the others are left out, and said to be.
    const known = camt(
      statement(chf, 'CHF', '2026-01-12', '0.00'),
      statement(eur, 'EUR', '2026-01-12', '5.00'),
      statement(usd, 'USD', '2026-01-12', '6.00'),
    )
    const first = (await upload(several, known)).json()
    expect(names(first.data)).toEqual(['CHF'])
    expect(first.extra.left_out).toEqual([
      { number: eur, currencies: ['EUR'] },
      { number: usd, currencies: ['USD'] },
    ])
    const unknown = camt(
      statement(eur, 'EUR', '2026-01-13', '5.00'),
      statement(usd, 'USD', '2026-01-13', '6.00'),
    )
    expect((await upload(several, unknown)).json().errors[0]).toMatchObject({
      code: 'other_account',
      message: `The file has several account numbers: ${eur}, ${usd}. Confirm that all are of this account.`,
    })
    const confirmed = (await upload(several, known, '&is_confirmed=true')).json()
    expect(names(confirmed.data)).toEqual(['CHF', 'EUR', 'USD'])
    expect(confirmed.extra.left_out).toEqual([])
    // One file for each IBAN, as banks send them.
    await upload(several, camt(statement(eur, 'EUR', '2026-01-14', '5.00')))
    const later = (await upload(several, camt(statement(usd, 'USD', '2026-01-14', '6.00')))).json()
    expect(names(later.data)).toEqual(['EUR', 'USD'])
    expect(later.data.parts).toMatchObject([
      { scope: 'USD', is_compared: true },
      { scope: 'EUR', is_compared: true },
    ])
    expect((await upload(account, unknown)).json().errors[0].message).toMatch(/which is Several/)
  })

  it('are logged with who added or replaced them', async () => {
    const { rows } = await app.database.query(
      "select action, count(*)::int as count from audit_line where action like 'statement%' group by 1 order by 1",
    )
    expect(rows).toEqual([
      { action: 'statement_added', count: 12 },
      { action: 'statement_replaced', count: 2 },
    ])
  })
})
