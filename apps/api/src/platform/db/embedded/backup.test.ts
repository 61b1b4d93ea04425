import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeTemporaryFolder } from '../../../testing/temporary-folder.ts'
import { migrate } from '../migrate.ts'
import { backUp, restore } from './backup.ts'
import { openEmbedded } from './embedded-server.ts'

let folder: string
beforeEach(() => {
  folder = makeTemporaryFolder('backup')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const onWarning = (message: string) => {
  throw new Error(message)
}

async function query(config: pg.ClientConfig, text: string): Promise<unknown[]> {
  const client = new pg.Client(config)
  await client.connect()
  await client.query("select set_config('plumbline.system', 'on', false)")
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

/** A digest of a family's data that any lost or changed row would alter. */
const digest = `
  select count(*) as accounts, md5(string_agg(a.name, ',' order by a.name)) as names,
    (select audit_is_intact()) as chain, (select count(*) from schema_migration) as migrations
  from account a join family f on f.id = a.family_id where f.name = 'Kept'`

describe('a backup', () => {
  it('of a busy database is complete after a restore', { timeout: 120_000 }, async () => {
    const data = path.join(folder, 'data')
    const server = await openEmbedded(data, { onWarning })
    await migrate(server.target)
    const { config } = server.target
    await query(config, "insert into family (name) values ('Kept'), ('Busy')")
    const add = (family: string, count: number) => `
      insert into account (family_id, custodian_id, name, base_currency)
      select id, 'manual', 'Account ' || gen_random_uuid(), 'CHF' from family, generate_series(1, ${count})
      where name = '${family}'`
    await query(config, add('Kept', 500))
    const before = await query(config, digest)
    // Other connections keep writing during the backup.
    let isOver = false
    const busy = (async () => {
      while (!isOver) await query(config, add('Busy', 50))
    })()
    const into = path.join(folder, 'backup')
    const superuser = { ...config, user: 'postgres', database: 'postgres' }
    expect(await backUp({ superuser, cluster: path.join(data, 'postgres') }, into)).toBeGreaterThan(1_000_000)
    isOver = true
    await busy
    await expect(backUp({ superuser, cluster: path.join(data, 'postgres') }, into)).rejects.toThrow(
      'exists already',
    )
    await server.stop()

    const elsewhere = path.join(folder, 'elsewhere')
    restore(into, elsewhere)
    const restored = await openEmbedded(elsewhere, { onWarning })
    try {
      expect(await query(restored.target.config, digest)).toEqual(before)
      await migrate(restored.target)
      await query(restored.target.config, add('Kept', 1))
    } finally {
      await restored.stop()
    }
  })

  it('is not restored over an existing database, nor from a folder without a backup', () => {
    expect(() => restore(folder, path.join(folder, 'data'))).toThrow('is no backup of Plumbline')
    writeFileSync(path.join(folder, 'backup_label'), '')
    writeFileSync(path.join(folder, 'PG_VERSION'), '18')
    rmSync(path.join(folder, 'data'), { recursive: true, force: true })
    writeFileSync(path.join(folder, 'postgres'), '')
    expect(() => restore(folder, folder)).toThrow('There is a database')
  })
})
