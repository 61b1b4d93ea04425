import { eventsBetween, isLeftOut, toIsoDate } from '@plumbline/engine'
import { defineQuery } from '../../queries/query.ts'
import { queryEngine, readScope } from '../../queries/query-scope.ts'

/** A lot, or a part of one, that a disposal closed. Amounts are in the currency of the report. */
export interface RealizedLot {
  name: string
  isin: string | null
  account: string
  opened: string
  closed: string
  quantity: number
  /** Null where the rate of the disposal or of its lots is missing. */
  cost: number | null
  proceeds: number | null
  gain: number | null
}

const dust = 1e-9

/**
 * Disposals of the period, lot by lot: proceeds - original cost = gain, and the gains of a disposal add up to what it
 * realized, together with the positions that passed its lots on. Accounts that keep an average cost have one line per disposal, opened when the position was.
 */
export const realizedLotsQuery = defineQuery(
  'realizedLots',
  (portfolio, _input: undefined, filter): RealizedLot[] => {
    const { snapshot, metadata } = portfolio
    const { views, isIn, period } = queryEngine(portfolio, readScope(portfolio, filter))
    const view = views.calculated
    const { events, positions, pieces, lots } = snapshot
    const rows: RealizedLot[] = []
    for (const event of eventsBetween(snapshot, period.from, period.to)) {
      const day = events.day[event] ?? 0
      const position = events.position[event] ?? 0
      const instrument = snapshot.instruments[positions.instrument[position] ?? -1]
      const first = events.pieceFrom[event] ?? 0
      const last = events.pieceTo[event] ?? 0
      const pool = events.poolShare[event] ?? 0
      if (isIn[position] !== 1 || !instrument) continue
      if (last <= first && pool === 0) continue
      // The report is of original costs, so that a gain which came with a lot belongs to the lot's own line.
      const realized = (view.realized[event] ?? 0) - (view.realizedCarried.get(event) ?? 0)
      const paid = Math.abs(view.posted[event] ?? 0)
      const isUnknown = isLeftOut(snapshot, view, position, event)
      if (isUnknown ? events.posted[event] === 0 : Math.abs(realized) < dust && paid < dust) continue
      const isShort = (positions.side[position] ?? 1) < 0
      // Of a short the sale came first: what was received then is the proceeds, what it took to close the cost.
      const proceeds = isShort ? paid + realized : paid
      const cost = proceeds - realized
      const account = snapshot.accounts[positions.account[position] ?? -1]
      const common = {
        name: instrument.name ?? instrument.id,
        isin: instrument.isin ?? null,
        account: metadata.accounts.get(account?.id ?? '')?.name ?? '',
        closed: toIsoDate(day),
      }
      const taken =
        last > first
          ? Array.from({ length: last - first }, (_, index) => {
              const piece = first + index
              const lot = pieces.lot[piece] ?? 0
              return {
                day: lots.day[lot] ?? 0,
                units: pieces.units[piece] ?? 0,
                weight: Math.abs((view.lotCost[lot] ?? 0) * (pieces.share[piece] ?? 0)),
              }
            })
          : [
              {
                day: positions.openDay[position] ?? 0,
                units: Math.abs(events.quantity[event] ?? 0),
                weight: 1,
              },
            ]
      const units = taken.reduce((sum, piece) => sum + piece.units, 0)
      const weight = taken.reduce((sum, piece) => sum + piece.weight, 0)
      for (const piece of taken) {
        const byUnits = units === 0 ? 1 / taken.length : piece.units / units
        const byWeight = weight === 0 ? byUnits : piece.weight / weight
        // What the lots stood for is shared by their cost, what came or went in one payment by their units.
        const ownCost = cost * (isShort ? byUnits : byWeight)
        const ownProceeds = proceeds * (isShort ? byWeight : byUnits)
        rows.push({
          ...common,
          opened: toIsoDate(piece.day),
          quantity: piece.units,
          cost: isUnknown ? null : ownCost,
          proceeds: isUnknown ? null : ownProceeds,
          gain: isUnknown ? null : ownProceeds - ownCost,
        })
      }
    }
    return rows
  },
)
