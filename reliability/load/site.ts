import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openEmbedded } from '../../apps/api/src/platform/db/embedded/embedded-server.ts'
import { migrate } from '../../apps/api/src/platform/db/migrate.ts'
import { type KeyRow, unwrapKey } from '../../apps/api/src/platform/keys/server-keys.store.ts'
import { testMasterKey } from '../../apps/api/src/testing/test-keys.ts'
import { databaseUrl, type RunningServer, startServer } from '../running-server.ts'
import { fillLoad, type Person, type Size } from './fill.ts'

export interface LoadSite {
  servers: RunningServer[]
  people: Person[]
  key: Uint8Array
  config: pg.ClientConfig
  /** Resident memory of all servers, in megabytes. */
  memoryMb(): number
  close(): Promise<void>
}

/** Starts a PostgreSQL filled with load data, and several servers that share it. */
export async function openLoadSite(
  size: Size,
  serverCount: number,
  environment: Record<string, string> = {},
): Promise<LoadSite> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-load-'))
  const embedded = await openEmbedded(path.join(folder, 'data'), { onWarning: text => console.error(text) })
  const { config } = embedded.target
  await migrate(embedded.target)
  const started = performance.now()
  const people = await fillLoad(config, size)
  console.log(
    `${size.families} families, ${people.length} users, ${size.transactions} transactions in ${Math.round((performance.now() - started) / 1000)} s`,
  )
  const url = databaseUrl(config)
  const servers: RunningServer[] = []
  for (let place = 0; place < serverCount; place += 1)
    servers.push(await startServer({ DATABASE_URL: url, ...environment }))
  return {
    servers,
    people,
    key: await readSigningKey(config, servers),
    config,
    memoryMb: () => Math.round(servers.reduce((sum, server) => sum + residentMb(server.process.pid), 0)),
    async close() {
      for (const server of servers) await server.stop()
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Reads the signing key. The first server that needs one creates it, so a request comes first. */
async function readSigningKey(
  config: pg.ClientConfig,
  servers: readonly RunningServer[],
): Promise<Uint8Array> {
  await servers[0]?.call('POST', '/auth/login-verify/', { token: 'x.y.z' })
  const client = new pg.Client(config)
  await client.connect()
  await client.query("select set_config('plumbline.system', 'on', false)")
  const { rows } = await client.query<KeyRow>(
    "select purpose, number, wrapped, master_fingerprint from server_key where purpose = 'signing'",
  )
  await client.end()
  if (!rows[0]) throw new Error('the servers have created no signing key')
  return new Uint8Array(unwrapKey(testMasterKey, rows[0]))
}

export function residentMb(pid: number | undefined): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) / 1000
}
