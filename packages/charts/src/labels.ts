import { nearestIndex } from './nearest.ts'
import type { Place } from './paths.ts'
import type { Sides } from './time-scale.ts'
import type { Heights } from './value-scale.ts'

/** How close a tick may come to the tag of the last value. */
export const tagClearancePx = 14

/** Which tick labels stay visible beside the tag of the last value. */
export function clearOfTag(heights: readonly number[], tagY: number | null): boolean[] {
  return heights.map(y => tagY === null || Math.abs(y - tagY) >= tagClearancePx)
}

/** The side of a vertical line with more room for a tooltip. */
export function roomierSide(x: number, { left, right }: Sides): 'left' | 'right' {
  return x - left >= right - x ? 'left' : 'right'
}

export interface LabelPlace {
  x: number
  /** The middle of its line of text. */
  y: number
}

interface LabelRoom extends Sides, Heights {
  width: number
}

const textHeight = 14
/** Distance from the line to the middle of the text. */
const besideLine = 13
/** Candidates from the end of the panel, where lines differ most, towards its middle. */
const triedFrom = 0.97
const triedUntil = 0.45
const tries = 18

/**
 * Places the label of a line right above or below it, as far as possible from the other lines and from placed labels.
 * Null if it would overlap everywhere.
 */
export function placeLabel(
  own: readonly Place[],
  others: readonly (readonly Place[])[],
  taken: readonly LabelPlace[],
  room: LabelRoom,
): LabelPlace | null {
  let best: (LabelPlace & { clearance: number }) | null = null
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const share = triedFrom - ((triedFrom - triedUntil) * attempt) / (tries - 1)
    const x = Math.min(room.left + (room.right - room.left) * share, room.right - room.width / 2)
    const span = heightsWithin(own, x - room.width / 2, x + room.width / 2)
    if (span === null) continue
    for (const y of [span.top - besideLine, span.bottom + besideLine]) {
      if (y < room.top + textHeight / 2 || y > room.bottom - textHeight / 2) continue
      const clearance = Math.min(
        ...others.map(line => distance(line, x, y, room.width)),
        40,
        ...taken.map(label => labelDistance(label, x, y, room.width)),
      )
      // With equal room, further right is better.
      if (clearance > (best?.clearance ?? textHeight / 2) + 2) best = { x, y, clearance }
    }
  }
  return best === null ? null : { x: best.x, y: best.y }
}

/** The range of a line's heights between two places, as under a label. */
export function heightsWithin(line: readonly Place[], left: number, right: number): Heights | null {
  const xs = line.map(place => place.x)
  const from = nearestIndex(xs, left)
  const to = nearestIndex(xs, right)
  const heights = line.slice(from, to + 1).flatMap(({ y }) => (y === null ? [] : [y]))
  return heights.length === 0 ? null : { top: Math.min(...heights), bottom: Math.max(...heights) }
}

function distance(line: readonly Place[], x: number, y: number, width: number): number {
  const span = heightsWithin(line, x - width / 2, x + width / 2)
  if (span === null) return Number.POSITIVE_INFINITY
  if (y < span.top) return span.top - y
  return y > span.bottom ? y - span.bottom : 0
}

function labelDistance(label: LabelPlace, x: number, y: number, width: number): number {
  return Math.abs(label.x - x) > width + 8 ? Number.POSITIVE_INFINITY : Math.abs(label.y - y)
}
