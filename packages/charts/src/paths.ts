/** A point of a series in pixels; a gap has no y. */
export interface Place {
  x: number
  y: number | null
}

/** A point that is not a gap. */
type Dot = readonly [x: number, y: number]

/** Only straight segments are needed; a curve library would dominate the initial bundle. */
function drawLine(dots: readonly Dot[]): string {
  return dots.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x},${y}`).join('')
}

/** Draws along one line and back along another. */
function drawArea(there: readonly Dot[], back: readonly Dot[]): string {
  return `${drawLine(there)}${drawLine(back.toReversed()).replace('M', 'L')}Z`
}

/** Splits at gaps, because nothing is drawn across missing values. */
function splitAtGaps(places: readonly Place[]): Dot[][] {
  const runs: Dot[][] = []
  let current: Dot[] | null = null
  for (const { x, y } of places) {
    if (y === null || !Number.isFinite(y)) {
      current = null
      continue
    }
    if (current === null) {
      current = []
      runs.push(current)
    }
    current.push([tenths(x), tenths(y)])
  }
  return runs
}

/** Rounds to tenths of a pixel, which halves the length of a path. */
function tenths(pixels: number): number {
  return Math.round(pixels * 10) / 10
}

/** Holds each value until the next one, as valuations and running totals do. */
export function stepped(places: readonly Place[]): Place[] {
  return places.flatMap((place, index) => {
    const before = places[index - 1]
    return before === undefined || before.y === null || place.y === null
      ? [place]
      : [{ x: place.x, y: before.y }, place]
  })
}

/** The y of a line at `x`, between its points as it is drawn. Null in a gap and beyond the ends. */
export function heightAt(places: readonly Place[], x: number): number | null {
  const after = places.findIndex(place => place.x >= x)
  const next = places[after]
  if (next === undefined || next.y === null) return null
  if (next.x === x) return next.y
  const before = places[after - 1]
  if (before === undefined || before.y === null) return null
  return before.y + ((x - before.x) / (next.x - before.x)) * (next.y - before.y)
}

/** The `d` of a line. A single point is drawn as a dot by its line cap. */
export function linePath(places: readonly Place[]): string {
  return splitAtGaps(places)
    .map(run => (run.length === 1 ? `${drawLine(run)}Zh0` : drawLine(run)))
    .join('')
}

/** The area between two lines over the same x, with gaps where either has one. */
export function bandPath(upper: readonly Place[], lower: readonly Place[]): string {
  const known = upper.map((place, index) => {
    const under = lower[index]?.y ?? null
    return { x: place.x, y: under === null ? null : place.y, under: under ?? 0 }
  })
  const runs: { x: number; y: number; under: number }[][] = [[]]
  for (const { x, y, under } of known) {
    if (y === null) runs.push([])
    else runs.at(-1)?.push({ x: tenths(x), y: tenths(y), under: tenths(under) })
  }
  return runs
    .filter(run => run.length > 1)
    .map(run => {
      const there = run.map(({ x, y }): Dot => [x, y])
      const back = run.map(({ x, under }): Dot => [x, under])
      return drawArea(there, back)
    })
    .join('')
}

export interface SignedAreas {
  /** The area where the line is above zero; empty if it never is. */
  above: string
  below: string
}

/** The areas between a line and zero, above and below, split exactly where it crosses. */
export function areasByZero(places: readonly Place[], zero: number): SignedAreas {
  const zeroY = tenths(zero)
  const runs = splitAtGaps(places).map(run => withCrossings(run, zeroY))
  const between = (limit: (...heights: number[]) => number) =>
    runs
      .map(run => {
        const kept = run.map(([x, y]): Dot => [x, limit(y, zeroY)])
        const onZero = kept.map(([x]): Dot => [x, zeroY])
        return kept.every(([, y]) => y === zeroY) ? '' : drawArea(kept, onZero)
      })
      .join('')
  return { above: between(Math.min), below: between(Math.max) }
}

function withCrossings(run: readonly Dot[], zeroY: number): Dot[] {
  return run.flatMap((dot, index): Dot[] => {
    const before = run[index - 1]
    if (before === undefined || (before[1] - zeroY) * (dot[1] - zeroY) >= 0) return [dot]
    const share = (zeroY - before[1]) / (dot[1] - before[1])
    return [[tenths(before[0] + share * (dot[0] - before[0])), zeroY], dot]
  })
}
