import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Measured } from './measure.ts'
import { PRESETS } from './portfolio.ts'

/** Runs every preset in its own process and prints a table, or JSON with --json. */
const script = fileURLToPath(new URL('./measure.ts', import.meta.url))
const wanted = process.argv.slice(2).filter(argument => argument in PRESETS)
const measureInProcess = (...args: string[]): Measured => {
  const child = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
  if (child.status !== 0) throw new Error(child.stderr)
  // The child prints the result of `measure`.
  return JSON.parse(child.stdout) as Measured
}
const results = (wanted.length > 0 ? wanted : Object.keys(PRESETS)).map(preset => ({
  ...measureInProcess(preset),
  firstWarmedUpMs: measureInProcess(preset, 'warmed-up').firstQueryMs,
}))
type Result = (typeof results)[number]

const ms = (value: number): string => `${value.toFixed(1)} ms`
const rows = results.map(result => ({
  preset: result.preset,
  'position-days': result.positionDays.toLocaleString('en'),
  snapshot: ms(result.snapshotMs),
  'first query, with snapshot': ms(result.firstQueryMs),
  'first query, warmed up': ms(result.firstWarmedUpMs),
  'peak memory': `${result.peakMb.toFixed(0)} MB`,
  'repeated query': ms(result.warmMs),
  floor: ms(result.floorMs),
  'changed filter': `${ms(result.filterMs)} (${(result.filterMs / result.filterFloorMs).toFixed(2)} x floor)`,
  'five years': ms(result.periodMs),
  'changed currency': ms(result.currencyMs),
  'open positions': ms(result.positionsMs),
  'ns per position-day': ((result.warmMs * 1e6) / result.positionDays).toFixed(1),
  'P/L without dividends': result.pnlWithoutDividends.toFixed(6),
}))

/** Performance goals of the presets that were run. */
const find = (preset: string): Result | undefined => results.find(result => result.preset === preset)
const ratio = (result: Result | undefined): number | null =>
  result ? result.filterMs / result.filterFloorMs : null
const goals = [
  { goal: 'L: first query, ms', most: 100, value: find('L')?.firstQueryMs ?? null },
  { goal: 'L: first query, warmed up, ms', most: 100, value: find('L')?.firstWarmedUpMs ?? null },
  { goal: 'L: repeated query, ms', most: 25, value: find('L')?.warmMs ?? null },
  { goal: 'L: peak memory, MB', most: 200, value: find('L')?.peakMb ?? null },
  { goal: 'L: open positions, ms', most: 3, value: find('L')?.positionsMs ?? null },
  { goal: 'L: changed filter, times the floor', most: 2.5, value: ratio(find('L')) },
  { goal: 'XL: changed filter, times the floor', most: 2.5, value: ratio(find('XL')) },
].filter(({ value }) => value !== null)

const KNOWN_PNL_OF_S = 323_732.212892
const small = find('S')
if (small && Math.abs(small.pnlWithoutDividends - KNOWN_PNL_OF_S) > 1e-6) {
  console.error(`preset S: P/L without dividends is ${small.pnlWithoutDividends}, not ${KNOWN_PNL_OF_S}`)
  process.exitCode = 1
}

if (process.argv.includes('--json')) console.log(JSON.stringify({ results, goals }, null, 2))
else {
  for (const row of rows) console.table(row)
  console.table(
    goals.map(({ goal, most, value }) => ({
      goal,
      most,
      value: value?.toFixed(2),
      met: (value ?? 0) <= most,
    })),
  )
}
