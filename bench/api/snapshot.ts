/**
 * npm run bench:snapshot: loads a preset of the generator from PostgreSQL into a snapshot in memory, with a separate
 * embedded server. The first load is cold; the others show the cost of a reload after a change.
 *
 *     npm run bench:snapshot -- L
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '../../apps/api/src/platform/db/database.ts'
import { openEmbedded } from '../../apps/api/src/platform/db/embedded/embedded-server.ts'
import { migrate } from '../../apps/api/src/platform/db/migrate.ts'
import { loadSnapshot } from '../../apps/api/src/snapshots/load-snapshot.ts'
import { buildPortfolio, LAST_DAY, PRESETS, type PresetName } from '../engine/portfolio.ts'
import { fillPreset } from './fill-preset.ts'

const loads = 5

const requested = process.argv[2] ?? 'L'
if (!(requested in PRESETS)) throw new Error(`Use one of: ${Object.keys(PRESETS).join(', ')}.`)
// The check above guarantees the name.
const preset = requested as PresetName

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-bench-'))
const server = await openEmbedded(path.join(folder, 'data'), { onWarning: message => console.error(message) })
try {
  await migrate(server.target)
  const family = await fillPreset(server.target.config, buildPortfolio(PRESETS[preset]))
  const database = await openDatabase(server.target)
  const times: number[] = []
  let positions = 0
  let bytes = 0
  for (let load = 0; load < loads; load += 1) {
    const started = performance.now()
    const loaded = await loadSnapshot(database, {
      families: [family],
      today: LAST_DAY,
      marketDay: LAST_DAY,
      asOf: LAST_DAY,
      market: null,
      atLeast: null,
    })
    times.push(performance.now() - started)
    positions = loaded.snapshot.positions.count
    bytes = loaded.bytes + loaded.marketBytes
  }
  await database.close()
  const [cold = 0, ...reloads] = times
  const median = reloads.sort((a, b) => a - b)[Math.floor(reloads.length / 2)] ?? 0
  const { symbols, days, transactions } = PRESETS[preset]
  console.table({
    preset,
    closes: (symbols * days).toLocaleString('en'),
    entries: transactions.toLocaleString('en'),
    positions: positions.toLocaleString('en'),
    'cold load': `${cold.toFixed(0)} ms`,
    reload: `${median.toFixed(0)} ms`,
    'shared memory': `${(bytes / 1e6).toFixed(1)} MB`,
  })
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
