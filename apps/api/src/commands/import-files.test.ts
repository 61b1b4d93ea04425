import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sample } from '../testing/import-calls.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { testLedger } from '../testing/test-ledger.ts'
import { type Caller, importFiles } from './import-files.ts'

let app: TestApp
let caller: Caller

beforeAll(async () => {
  app = await createTestApp({ jobs: true })
  const family = await app.addFamily('Own')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await testLedger(app.database).account(family, 'Main')
  caller = callAs((await app.signIn('ivy')).access)
})
afterAll(() => app.close())

function callAs(access: string): Caller {
  return async (method, url, body) => {
    const payload = body instanceof Uint8Array ? Buffer.from(body) : body
    // The command uses only HTTP methods that inject accepts.
    const reply = await app.call({
      method: method as 'GET',
      url,
      as: access,
      ...(payload ? { payload } : {}),
    })
    return { status: reply.statusCode, body: reply.statusCode === 204 ? null : reply.json() }
  }
}

async function run(
  order: Partial<Parameters<typeof importFiles>[1]>,
  as: Caller = caller,
): Promise<{ lines: string[]; error: string | null }> {
  const lines: string[] = []
  try {
    const files = [{ name: 'a.csv', bytes: sample('swissquote.csv') }]
    await importFiles(as, { account: 'main', files, isPreview: false, ...order }, line => lines.push(line))
    return { lines, error: null }
  } catch (error) {
    return { lines, error: error instanceof Error ? error.message : String(error) }
  }
}
const count = async () =>
  (await app.database.query('select count(*)::int as count from transaction')).rows[0].count

describe('npm run import', () => {
  it('previews without posting', async () => {
    const { lines, error } = await run({ isPreview: true })
    expect(error).toBeNull()
    expect(lines).toContain('8 new, 0 changed, 0 already there, 2 with a problem')
    expect(await count()).toBe(0)
  })

  it('posts with progress, names unreadable lines, and posts nothing twice', async () => {
    const { lines, error } = await run({})
    expect(error).toBeNull()
    expect(lines).toContain('a.csv: Swissquote, csv, 10 rows')
    expect(lines).toContain('a.csv:12: The check digit of the ISIN CH0099000117 is wrong.')
    expect(lines.some(line => line.startsWith('posting …'))).toBe(true)
    expect(lines.at(-1)).toBe('8 transactions posted in Main, Own.')
    expect(await count()).toBe(8)
    expect((await run({})).lines).toContain('Nothing to post.')
    expect(await count()).toBe(8)
  })

  it('asks an adviser for the family of an account that several have', async () => {
    const [first, second] = [await app.addFamily('First'), await app.addFamily('Second')]
    const { id } = await app.addUser({ username: 'abe', role: 'adviser' })
    for (const family of [first, second]) {
      await app.database.query('insert into family_access (user_id, family_id) values ($1, $2)', [id, family])
      await testLedger(app.database).account(family, 'Depot')
    }
    const adviser = callAs((await app.signIn('abe')).access)
    const unclear = await run({ account: 'depot' }, adviser)
    expect(unclear.error).toContain('There are 2 accounts “depot”: name the family')
    expect(unclear.error).toContain('Depot, First')
    const { lines, error } = await run({ account: 'depot', family: 'second' }, adviser)
    expect(error).toBeNull()
    expect(lines.at(-1)).toBe('8 transactions posted in Depot, Second.')
    expect((await run({ account: 'depot', family: 'Own' }, adviser)).error).toBe(
      'There is no account “depot” in the family “Own”.',
    )
  })

  it('reports an unknown account and an unreadable file', async () => {
    expect((await run({ account: 'nobody' })).error).toBe('There is no account “nobody”.')
    const pdf = await run({ files: [{ name: 'a.pdf', bytes: Buffer.from('%PDF-1.7') }] })
    expect(pdf.error).toBe('1 of 1 files could not be read.')
    expect(pdf.lines.join('\n')).toContain('This PDF is damaged')
  })
})
