/**
 * npm run check:nodes: two servers on one PostgreSQL. The next query on one server sees every write through the other:
 * a transaction changes the net asset value there at once, to the cent.
 *
 *     WRITES=200 npm run check:nodes
 *     PLANT=1 npm run check:nodes     reads the second server's state from before the write: must fail
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openEmbedded } from '../apps/api/src/platform/db/embedded/embedded-server.ts'
import { createRandom, databaseUrl, type RunningServer, startServer } from './running-server.ts'
import { fillWorld } from './world.ts'

const writes = Number(process.env.WRITES ?? 200)
const seed = Number(process.env.SEED ?? 1)
const plant = process.env.PLANT === '1'

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-nodes-'))
const embedded = await openEmbedded(path.join(folder, 'data'), { onWarning: text => console.error(text) })
await fillWorld(embedded.target)
const environment = { DATABASE_URL: databaseUrl(embedded.target.config) }
const first = await startServer(environment)
const second = await startServer(environment)
const failures: string[] = []
try {
  const access = await first.signIn('investor')
  const account = await openAccount(first, access)
  const random = createRandom(seed)
  let expected = await readNetAssetValue(second, access)
  for (let write = 1; write <= writes; write += 1) {
    // Cash flows before the last close change the net asset value by exactly their amount.
    const cents = 1 + Math.floor(random() * 1_000_000)
    const [writer, reader] = write % 2 === 0 ? [second, first] : [first, second]
    const transaction_type = random() < 0.7 ? 'deposit' : 'withdrawal'
    const outdated = plant ? await readNetAssetValue(reader, access) : null
    const reply = await writer.call(
      'POST',
      '/api/transactions/',
      {
        account,
        transaction_type,
        date: '2026-01-05',
        currency: 'CHF',
        amount: cents / 100,
        confirm: ['nav_change', 'before_first_day', 'unusual_price'],
      },
      access,
    )
    if (!reply.ok) throw new Error(`the transaction was refused: ${reply.status} ${await reply.text()}`)
    expected += (transaction_type === 'deposit' ? cents : -cents) / 100
    const seen = outdated ?? (await readNetAssetValue(reader, access))
    if (Math.abs(seen - expected) > 0.005)
      failures.push(`write ${write}: the other server replied ${seen.toFixed(2)}, not ${expected.toFixed(2)}`)
  }
} finally {
  await second.stop()
  await first.stop()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
}
for (const failure of failures.slice(0, 5)) console.error(failure)
console.log(`seed ${seed}, ${writes} writes alternately through two servers, each read at once on the other`)
console.log(`${writes - failures.length} passed, ${failures.length} failed`)
process.exitCode = failures.length > 0 ? 1 : 0

/** Opens a manual account. */
async function openAccount(server: RunningServer, access: string): Promise<string> {
  const body = { name: 'Two servers', currency: 'CHF' }
  const reply = await server.call('POST', '/api/accounts/', body, access)
  if (!reply.ok) throw new Error(`cannot open the account: ${reply.status} ${await reply.text()}`)
  return ((await reply.json()) as { data: { id: string } }).data.id
}

async function readNetAssetValue(server: RunningServer, access: string): Promise<number> {
  const body = { settings: { currency: 'CHF' }, filters: {} }
  const reply = await server.call('POST', '/api/performance/?points=2', body, access)
  if (!reply.ok) throw new Error(`cannot read the net asset value: ${reply.status} ${await reply.text()}`)
  return ((await reply.json()) as { data: { balance: { total: number } } }).data.balance.total
}
