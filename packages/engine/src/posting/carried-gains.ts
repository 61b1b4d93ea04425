import { type Holdings, heldQuantity } from './holdings.ts'
import {
  EVENT,
  type EventSource,
  type GainPart,
  type Journal,
  plainChange,
  writeEvent,
  writePiece,
} from './journal.ts'
import { NO_AMOUNTS } from './posting-context.ts'

/** Lots that an event takes or marks: the pieces that it wrote. */
export interface TakenLots {
  readonly position: number
  readonly pieceFrom: number
  readonly pieceTo: number
  /** Whether the lots of the position are a pool, and then the share of it that is taken. */
  readonly isPool: boolean
  readonly poolShare: number
  /** The share of the pieces' cost that is taken while their units stay; all of it by default. */
  readonly costShare?: number
}

const NO_PARTS: readonly GainPart[] = []

function scale(parts: readonly GainPart[], factor: number): readonly GainPart[] {
  return factor === 1 ? parts : parts.map(({ lot, share }) => ({ lot, share: share * factor }))
}

/** Takes a share of the gains in a pool. */
function takeFromPool(
  { carriedGains: { pools } }: Journal,
  { position, poolShare }: TakenLots,
): readonly GainPart[] {
  const pool = pools.get(position)
  if (!pool) return NO_PARTS
  const taken: GainPart[] = []
  for (const [lot, share] of pool) {
    taken.push({ lot, share: share * poolShare })
    pool.set(lot, share * (1 - poolShare))
  }
  if (poolShare === 1) pools.delete(position)
  return taken
}

/** Adds gains to a pool: those of one origin together, so that lots moved between pools do not multiply them. */
function addToPool({ carriedGains: { pools } }: Journal, position: number, parts: readonly GainPart[]): void {
  const pool = pools.get(position) ?? new Map<number, number>()
  pools.set(position, pool)
  for (const { lot, share } of parts) pool.set(lot, (pool.get(lot) ?? 0) + share)
}

/** Takes the gains of a piece. Shares are of whole lots, so that only a share of the cost changes those of the lot. */
function takeFromLot({ carriedGains: { lots }, pieces }: Journal, piece: number, costShare = 1) {
  const lot = pieces.lot[piece] ?? -1
  const parts = lots.get(lot)
  if (!parts) return NO_PARTS
  if (costShare !== 1) lots.set(lot, scale(parts, 1 - costShare))
  return scale(parts, (pieces.share[piece] ?? 0) * costShare)
}

function hasCarriedGains({ carriedGains: { lots, pools } }: Journal): boolean {
  return lots.size > 0 || pools.size > 0
}

/** Lets the carried gains of lots leave with the pieces that another position continues. */
export function passOnGains(journal: Journal, taken: TakenLots): void {
  if (!hasCarriedGains(journal)) return
  const pooled = taken.isPool ? takeFromPool(journal, taken) : NO_PARTS
  for (let piece = taken.pieceFrom; piece < taken.pieceTo; piece += 1) {
    const parts = taken.isPool
      ? scale(pooled, journal.pieces.share[piece] ?? 0)
      : takeFromLot(journal, piece, taken.costShare)
    if (parts.length > 0) journal.carriedGains.pieces.set(piece, parts)
  }
}

/** Notes that a lot continues a piece of another position: the gain of that position, and those that came with the piece. */
export function receiveGains(journal: Journal, lot: number, piece: number, isPool: boolean): void {
  const { lots, pieces } = journal.carriedGains
  const parts = [{ lot, share: 1 }, ...(pieces.get(piece) ?? NO_PARTS)]
  pieces.delete(piece)
  if (isPool) addToPool(journal, journal.lots.position[lot] ?? -1, parts)
  else lots.set(lot, parts)
}

/** The quantity that a position holds now; 0 once it is closed. */
function quantityNow({ journal: { positions }, byKey, instruments }: Holdings, position: number): number {
  const key = (positions.account[position] ?? 0) * instruments.length + (positions.instrument[position] ?? 0)
  const holding = byKey.get(key)
  return holding?.position === position ? heldQuantity(holding) : 0
}

/** The gains of the lots taken, by the position that had them. */
function groupBySource(journal: Journal, taken: TakenLots): Map<number, GainPart[]> {
  const { lots, pieces } = journal
  const groups = new Map<number, GainPart[]>()
  const add = (parts: readonly GainPart[]): void => {
    for (const part of parts) {
      const source = lots.position[pieces.lot[lots.parentPiece[part.lot] ?? -1] ?? -1] ?? -1
      const known = groups.get(source)
      if (known) known.push(part)
      else groups.set(source, [part])
    }
  }
  if (taken.isPool) add(takeFromPool(journal, taken))
  else
    for (let piece = taken.pieceFrom; piece < taken.pieceTo; piece += 1)
      add(takeFromLot(journal, piece, taken.costShare))
  return groups
}

/**
 * A disposal of carried lots: every position that passed them on realizes, on the same day, the gain it had on them
 * then. Disposals in a ledger without carried lots cost nothing here.
 */
export function realizeCarriedGains(holdings: Holdings, source: EventSource, taken: TakenLots): void {
  const { journal } = holdings
  if (!hasCarriedGains(journal)) return
  for (const [position, parts] of groupBySource(journal, taken)) {
    const change = plainChange(journal, position, EVENT.realizeCarried, quantityNow(holdings, position))
    for (const { lot, share } of parts) writePiece(journal, lot, share, 0)
    // The disposal may belong to another account, so it is no transaction of this position.
    writeEvent(journal, { ...source, entry: { index: -1 } }, change, NO_AMOUNTS)
  }
}
