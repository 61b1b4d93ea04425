/**
 * npm run bench:import: imports a large statement from upload to ledger on a real server with a separate database, as
 * `npm run import` does. Fails when it takes longer than the limit.
 *
 *     npm run bench:import
 *     ROWS=20000 LIMIT_S=30 npm run bench:import
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { importFiles } from '../../apps/api/src/commands/import-files.ts'
import { createCaller } from '../../apps/api/src/commands/server-caller.ts'
import { startServer } from '../../reliability/running-server.ts'
import { makeStatement } from '../../reliability/statement.ts'

const rowsCount = Number(process.env.ROWS ?? 100_000)
const limitSeconds = Number(process.env.LIMIT_S ?? 30)

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-bench-import-'))
const server = await startServer({ PLUMBLINE_DATA: path.join(folder, 'data') })
try {
  const access = await server.signIn('investor')
  const account = await server.call('POST', '/api/accounts/', { name: 'Bench', currency: 'CHF' }, access)
  if (!account.ok) throw new Error(`cannot open the account: ${account.status} ${await account.text()}`)
  const bytes = Buffer.from(makeStatement(rowsCount))
  console.log(`${rowsCount} rows, ${(bytes.length / 1e6).toFixed(1)} MB`)
  const started = performance.now()
  let previewed = started
  const secondsSince = (from: number) => ((performance.now() - from) / 1000).toFixed(1)
  await importFiles(
    createCaller(server.base, access),
    { account: 'Bench', files: [{ name: 'bench.csv', bytes }], isPreview: false },
    line => {
      if (line.includes(' new, ')) previewed = performance.now()
      console.log(`${secondsSince(started).padStart(6)} s  ${line}`)
    },
  )
  const seconds = Number(secondsSince(previewed))
  console.log(`read and previewed in ${((previewed - started) / 1000).toFixed(1)} s, posted in ${seconds} s`)
  const isInTime = (performance.now() - started) / 1000 <= limitSeconds
  console.log(isInTime ? '1 passed, 0 failed' : `0 passed, 1 failed: longer than ${limitSeconds} s`)
  process.exitCode = isInTime ? 0 : 1
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
