import type { Endpoint } from '@plumbline/contract'
import type { FastifyRequest } from 'fastify'

/** One entry of an Accept header: `text/*;q=0.8`. */
interface MediaRange {
  readonly type: string
  readonly place: number
  readonly weight: number
}

const json = 'application/json'

/**
 * Chooses a media type by the Accept header (RFC 9110): the most specific entry sets the weight of a type, and 0 excludes
 * it. Of equal weights the more specific entry wins, then the earlier one, then the type that is offered first.
 *
 * @returns null if no type is accepted. Without a header any type is.
 */
export function chooseMediaType<Type extends string>(
  accept: string | undefined,
  offered: readonly Type[],
): Type | null {
  const ranges = parseAccept(accept ?? '')
  if (ranges.length === 0) return offered[0] ?? null
  const accepted = offered.flatMap(type => {
    const range = findRange(ranges, type)
    return range && range.weight > 0 ? [{ type, range }] : []
  })
  accepted.sort((a, b) => b.range.weight - a.range.weight || compareRanges(a.range, b.range))
  return accepted[0]?.type ?? null
}

function parseAccept(header: string): MediaRange[] {
  return header.split(',').flatMap((entry, place) => {
    const [type = '', ...parameters] = entry.split(';').map(part => part.trim().toLowerCase())
    if (!type.includes('/')) return []
    const weight = Number(parameters.find(each => each.startsWith('q='))?.slice(2) ?? 1)
    return [{ type, place, weight: Number.isNaN(weight) ? 1 : weight }]
  })
}

function findRange(ranges: readonly MediaRange[], type: string): MediaRange | undefined {
  const fitting = [type, `${type.split('/')[0]}/*`, '*/*']
  return ranges.filter(range => fitting.includes(range.type)).sort(compareRanges)[0]
}

/** Specific ranges first, then in the order of the header. */
function compareRanges(a: MediaRange, b: MediaRange): number {
  return countWildcards(a) - countWildcards(b) || a.place - b.place
}

function countWildcards({ type }: MediaRange): number {
  return type.split('*').length - 1
}

/** Whether a call has a reply that the caller accepts. A call with one media type sends it in any case. */
export function canReply(endpoint: Endpoint, request: FastifyRequest): boolean {
  if (!endpoint.alsoReplies) return true
  const offered = [...(endpoint.reply ? [json] : []), ...endpoint.alsoReplies]
  return chooseMediaType(request.headers.accept, offered) !== null
}

/** Whether the caller prefers CSV to JSON, which requests the whole list. */
export function wantsCsv(request: FastifyRequest): boolean {
  return chooseMediaType(request.headers.accept, [json, 'text/csv']) === 'text/csv'
}
