import { expect } from 'vitest'
import { printResult } from './sizes.ts'
import type { TwoServers } from './two-servers.ts'

const window = 8

/** No issued or typed secret appears in the servers' output or in a dump of the database. */
export async function checkSecrecy(servers: TwoServers): Promise<void> {
  const places = { 'the log': servers.output(), 'the database': await dumpDatabase(servers) }
  const found: string[] = []
  const looked = [...servers.secrets].filter(secret => secret.length >= window)
  const beginnings = new Map(
    looked.flatMap(secret => listForms(secret).map(form => [form.slice(0, window), form])),
  )
  for (const [place, text] of Object.entries(places)) {
    expect(text.length).toBeGreaterThan(10_000)
    // One pass for all secrets: a match of a beginning is compared in full.
    for (let at = 0; at + window <= text.length; at += 1) {
      const form = beginnings.get(text.slice(at, at + window))
      if (form !== undefined && text.startsWith(form, at)) found.push(`${form.slice(0, 12)}… in ${place}`)
    }
  }
  printResult(
    `Secrecy: ${looked.length} secrets looked for in ${places['the log'].length + places['the database'].length} letters of log and database, ${found.length} found`,
  )
  expect(found).toEqual([])
  expect(looked.length).toBeGreaterThan(300)
}

/** A secret as text and as decoded bytes. */
function listForms(secret: string): string[] {
  // The secret part only: ids and JWT headers are not secret.
  const proof = secret.split('.').at(-1) ?? secret
  return [proof, Buffer.from(proof).toString('hex'), Buffer.from(proof, 'base64url').toString('hex')].filter(
    form => form.length >= window,
  )
}

/** Every row of every table, except links in waiting mails. */
async function dumpDatabase({ database }: TwoServers): Promise<string> {
  await database.query('update mail set link = null')
  const { rows } = await database.query(
    "select relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relispartition",
  )
  const parts: string[] = []
  for (const { relname } of rows) {
    const found = await database.query(`select t::text as row from "${relname}" t`)
    parts.push(...found.rows.map(({ row }) => row))
  }
  return parts.join('\n')
}
