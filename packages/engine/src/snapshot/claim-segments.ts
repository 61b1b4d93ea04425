import type { Claim } from './accrued-claims.ts'
import type { Segments } from './segments.ts'

interface Stretch {
  readonly from: number
  readonly to: number
  readonly units: number
  readonly offset: number
}

/** The stretches of one position, cut where claims begin and end; days with a claim and nothing held are stretches too. */
function cut(stretches: readonly Stretch[], claims: readonly Claim[]): Stretch[] {
  const begins = new Set<number>()
  for (const { from, to } of [...stretches, ...claims]) {
    begins.add(from)
    begins.add(to + 1)
  }
  const days = [...begins].sort((a, b) => a - b)
  return days.flatMap((from, place) => {
    const to = (days[place + 1] ?? from) - 1
    if (to < from) return []
    const held = stretches.find(stretch => stretch.from <= from && stretch.to >= from)
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

/** Segments with what is due added to the value of the positions that are owed it. Without claims they stay as they are. */
export function addClaims(segments: Segments, claims: readonly Claim[]): Segments {
  if (claims.length === 0) return segments
  const byPosition = Map.groupBy(claims, claim => claim.position)
  const all: Stretch[] = []
  const positionFrom = new Int32Array(segments.positionFrom.length)
  for (let position = 0; position + 1 < positionFrom.length; position += 1) {
    const own: Stretch[] = []
    const last = segments.positionFrom[position + 1] ?? 0
    for (let segment = segments.positionFrom[position] ?? 0; segment < last; segment += 1)
      own.push({
        from: segments.from[segment] ?? 0,
        to: segments.to[segment] ?? 0,
        units: segments.units[segment] ?? 0,
        offset: segments.offset[segment] ?? 0,
      })
    const mine = byPosition.get(position)
    for (const stretch of mine ? cut(own, mine) : own) all.push(stretch)
    positionFrom[position + 1] = all.length
  }
  return {
    from: Int32Array.from(all, stretch => stretch.from),
    to: Int32Array.from(all, stretch => stretch.to),
    units: Float64Array.from(all, stretch => stretch.units),
    offset: Float64Array.from(all, stretch => stretch.offset),
    positionFrom,
  }
}
