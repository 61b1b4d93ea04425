import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Measured } from './measure.ts'
import { PRESETS } from './portfolio.ts'

/** Runs every preset in a process of its own and prints a table, or JSON with --json. */
const script = fileURLToPath(new URL('./measure.ts', import.meta.url))
const wanted = process.argv.slice(2).filter(argument => argument in PRESETS)
const inOwnProcess = (...args: string[]): Measured => {
  const child = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
  if (child.status !== 0) throw new Error(child.stderr)
  // The child prints what measure returns.
  return JSON.parse(child.stdout) as Measured
}
const results = (wanted.length > 0 ? wanted : Object.keys(PRESETS)).map(preset => ({
  ...inOwnProcess(preset),
  firstAfterOthersMs: inOwnProcess(preset, 'after-others').firstAnswerMs,
}))
type Result = (typeof results)[number]

const ms = (value: number): string => `${value.toFixed(1)} ms`
const rows = results.map(result => ({
  preset: result.preset,
  'position-days': result.positionDays.toLocaleString('en'),
  snapshot: ms(result.snapshotMs),
  'first answer': ms(result.firstAnswerMs),
  'first answer after others': ms(result.firstAfterOthersMs),
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

/** What we hold ourselves to; `value` is null where the preset was not run. */
const of = (preset: string): Result | undefined => results.find(result => result.preset === preset)
const ratio = (result: Result | undefined): number | null =>
  result ? result.filterMs / result.filterFloorMs : null
const goals = [
  { goal: 'L: first answer, ms', most: 100, value: of('L')?.firstAnswerMs ?? null },
  { goal: 'L: first answer after others, ms', most: 100, value: of('L')?.firstAfterOthersMs ?? null },
  { goal: 'L: warm answer, ms', most: 25, value: of('L')?.warmMs ?? null },
  { goal: 'L: peak memory, MB', most: 200, value: of('L')?.peakMb ?? null },
  { goal: 'L: list of positions, ms', most: 3, value: of('L')?.positionsMs ?? null },
  { goal: 'L: changed filter, times the floor', most: 2.5, value: ratio(of('L')) },
  { goal: 'XL: changed filter, times the floor', most: 2.5, value: ratio(of('XL')) },
].filter(({ value }) => value !== null)

const KNOWN_PNL_OF_S = 323_732.212892
const small = of('S')
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
