import type { Claim } from './accrued-claims.ts'
import { freezeColumns, type GrowingColumns, growColumns, type Row } from './columns.ts'
import type { Segments } from './segments.ts'

type Segment = Row<'segments'>

/** Appends a segment. @returns its row. */
function writeSegment(columns: GrowingColumns<'segments'>, segment: Row<'segments'>): number {
  // An object literal: leaving out a column does not compile.
  const lengths: Row<'segments'> = {
    from: columns.from.push(segment.from),
    to: columns.to.push(segment.to),
    units: columns.units.push(segment.units),
    offset: columns.offset.push(segment.offset),
  }
  return lengths.from - 1
}

/** Cuts the segments of one position where claims begin and end. Days with a claim and no holding become segments too. */
function cutAtClaims(segments: readonly Segment[], claims: readonly Claim[]): Segment[] {
  const firstDays = new Set<number>()
  for (const { from, to } of [...segments, ...claims]) {
    firstDays.add(from)
    firstDays.add(to + 1)
  }
  const days = [...firstDays].sort((a, b) => a - b)
  return days.flatMap((from, place) => {
    const to = (days[place + 1] ?? from) - 1
    if (to < from) return []
    const held = segments.find(segment => segment.from <= from && segment.to >= from)
    let offset = held?.offset ?? 0
    let hasClaim = false
    for (const claim of claims)
      if (claim.from <= from && claim.to >= from) {
        offset += claim.amount
        hasClaim = true
      }
    return held || hasClaim ? [{ from, to, units: held?.units ?? 0, offset }] : []
  })
}

function readSegments(segments: Segments, position: number): Segment[] {
  const own: Segment[] = []
  const last = segments.positionFrom[position + 1] ?? 0
  for (let segment = segments.positionFrom[position] ?? 0; segment < last; segment += 1)
    own.push({
      from: segments.from[segment] ?? 0,
      to: segments.to[segment] ?? 0,
      units: segments.units[segment] ?? 0,
      offset: segments.offset[segment] ?? 0,
    })
  return own
}

/** Adds claims to the value of the positions that they are due to. Without claims the segments stay as they are. */
export function addClaims(segments: Segments, claims: readonly Claim[]): Segments {
  if (claims.length === 0) return segments
  const byPosition = Map.groupBy(claims, claim => claim.position)
  const columns = growColumns('segments')
  const positionFrom = new Int32Array(segments.positionFrom.length)
  for (let position = 0; position + 1 < positionFrom.length; position += 1) {
    const own = readSegments(segments, position)
    const due = byPosition.get(position)
    for (const segment of due ? cutAtClaims(own, due) : own) writeSegment(columns, segment)
    positionFrom[position + 1] = columns.from.length
  }
  return { ...freezeColumns('segments', columns), positionFrom }
}
