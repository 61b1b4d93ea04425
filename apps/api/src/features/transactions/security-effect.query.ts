import { unitsOn } from '@plumbline/engine'
import { readWholeFigures } from '../../figures/whole-figures.ts'
import { defineQuery } from '../../queries/query.ts'
import { queryEngine, readScope } from '../../queries/query-scope.ts'
import type { LedgerFigures } from './transaction-figures.query.ts'

export interface SecurityFigures {
  figures: LedgerFigures
  /** Units held, by instrument. */
  held: Record<string, number>
}

/** The figures of a family and its units of some securities. A preview computes them with and without the draft. */
export const securityEffectQuery = defineQuery(
  'securityEffect',
  (portfolio, instruments: string[], filter): SecurityFigures => {
    const scope = readScope(portfolio, filter)
    const whole = queryEngine(portfolio, scope)
    const { snapshot } = portfolio
    const held: Record<string, number> = {}
    for (let position = 0; position < whole.isIn.length; position += 1) {
      const instrument = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]
      if (whole.isIn[position] !== 1 || !instrument || !instruments.includes(instrument.id)) continue
      const units = unitsOn(snapshot, position, whole.period.to) / (instrument.contractSize ?? 1)
      held[instrument.id] = (held[instrument.id] ?? 0) + units
    }
    return {
      figures: { ...readWholeFigures(scope, whole), cash: null, position: null },
      held,
    }
  },
)
