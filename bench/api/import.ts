/**
 * npm run bench:import: a statement of many rows from upload to ledger, on a real server with a database of its own,
 * as `npm run import` does it. Fails when transaction all of it takes longer than the limit.
 *
 *     npm run bench:import
 *     ROWS=20000 LIMIT_S=30 npm run bench:import
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { importFiles } from '../../apps/api/src/commands/import-files.ts'
import { callerOf } from '../../apps/api/src/commands/server-caller.ts'
import { startServer } from '../../reliability/running-server.ts'
import { statementOf } from '../../reliability/statement.ts'

const rowsCount = Number(process.env.ROWS ?? 100_000)
const limitSeconds = Number(process.env.LIMIT_S ?? 30)

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-bench-import-'))
const server = await startServer({ PLUMBLINE_DATA: path.join(folder, 'data') })
try {
  const access = await server.signIn('investor')
  const account = await server.call('POST', '/api/accounts/', { name: 'Bench', currency: 'CHF' }, access)
  if (!account.ok) throw new Error(`no account: ${account.status} ${await account.text()}`)
  const bytes = Buffer.from(statementOf(rowsCount))
  console.log(`${rowsCount} rows, ${(bytes.length / 1e6).toFixed(1)} MB`)
  const began = performance.now()
  let previewed = began
  const secondsSince = (from: number) => ((performance.now() - from) / 1000).toFixed(1)
  await importFiles(
    callerOf(server.base, access),
    { account: 'Bench', files: [{ name: 'bench.csv', bytes }], isPreview: false },
    line => {
      if (line.includes(' new, ')) previewed = performance.now()
      console.log(`${secondsSince(began).padStart(6)} s  ${line}`)
    },
  )
  const seconds = Number(secondsSince(previewed))
  console.log(`read and previewed in ${((previewed - began) / 1000).toFixed(1)} s, booked in ${seconds} s`)
  const isInTime = (performance.now() - began) / 1000 <= limitSeconds
  console.log(isInTime ? '1 passed, 0 failed' : `0 passed, 1 failed: longer than ${limitSeconds} s`)
  process.exitCode = isInTime ? 0 : 1
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
