/** The median, since a single slow round is noise. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Prints times with their limits; ratios are relative to the first row. */
export function printTable(rows: readonly [label: string, ms: number, limitMs: number | null][]): void {
  const [, base = 1] = rows[0] ?? []
  for (const [label, ms, limit] of rows) {
    const allowed = limit === null ? '' : `  of ${limit} ms allowed${ms > limit ? ': too slow' : ''}`
    const times = `${(ms / base).toFixed(1)}x`
    process.stdout.write(
      `${label.padEnd(36)} ${ms.toFixed(0).padStart(6)} ms ${times.padStart(7)}${allowed}\n`,
    )
  }
}
