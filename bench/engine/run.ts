import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Measured } from './measure.ts'
import { PRESETS } from './portfolio.ts'

/** Runs every preset in a process of its own and prints a table, or JSON with --json. */
const script = fileURLToPath(new URL('./measure.ts', import.meta.url))
const wanted = process.argv.slice(2).filter(argument => argument in PRESETS)
const results = (wanted.length > 0 ? wanted : Object.keys(PRESETS)).map((preset): Measured => {
  const child = spawnSync(process.execPath, [script, preset], { encoding: 'utf8' })
  if (child.status !== 0) throw new Error(child.stderr)
  // The child prints what measure returns.
  return JSON.parse(child.stdout) as Measured
})

const ms = (value: number): string => `${value.toFixed(1)} ms`
const rows = results.map(result => ({
  preset: result.preset,
  'position-days': result.positionDays.toLocaleString('en'),
  book: ms(result.bookMs),
  'first answer': ms(result.firstAnswerMs),
  'peak memory': `${result.peakMb.toFixed(0)} MB`,
  warm: ms(result.warmMs),
  floor: ms(result.floorMs),
  filter: `${ms(result.filterMs)} (${(result.filterMs / result.filterFloorMs).toFixed(2)} x floor)`,
  period: ms(result.periodMs),
  currency: ms(result.currencyMs),
  positions: ms(result.positionsMs),
  'ns per position-day': ((result.warmMs * 1e6) / result.positionDays).toFixed(1),
  'P/L without dividends': result.pnlWithoutDividends.toFixed(6),
}))

if (process.argv.includes('--json')) console.log(JSON.stringify(results, null, 2))
else for (const row of rows) console.table(row)
