/** The middle of several measurements: one slow round says nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Milliseconds beside what is allowed; the first row is what everything is compared with. */
export function printTable(rows: readonly [label: string, ms: number, mostMs: number | null][]): void {
  const [, base = 1] = rows[0] ?? []
  for (const [label, ms, most] of rows) {
    const allowed = most === null ? '' : `  of ${most} ms allowed${ms > most ? ': too slow' : ''}`
    const times = `${(ms / base).toFixed(1)}x`
    process.stdout.write(
      `${label.padEnd(36)} ${ms.toFixed(0).padStart(6)} ms ${times.padStart(7)}${allowed}\n`,
    )
  }
}
