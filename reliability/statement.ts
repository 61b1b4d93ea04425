import { type Exported, noDetails, noInstrument, writePlumblineCsv } from '../packages/importers/src/index.ts'

const securities = 200
const firstDay = Date.UTC(2016, 0, 4)
const dayMs = 86_400_000
/** From January 2016 to the end of 2025. */
const days = 3650

const emptyRow: Exported = { ...noDetails, key: '', type: 'deposit', date: '', currency: 'CHF' }

/** Writes a statement in Plumbline's CSV format, with one deposit for every nine purchases. */
export function makeStatement(rowsCount: number, name = 'row'): string {
  return writePlumblineCsv(
    Array.from({ length: rowsCount }, (_, row): Exported => {
      const date = new Date(firstDay + Math.floor((row * days) / rowsCount) * dayMs)
        .toISOString()
        .slice(0, 10)
      const common = { ...emptyRow, key: `${name}-${row}`, date }
      if (row % 10 === 0) return { ...common, amount: '100000' }
      const security = row % securities
      const price = (50 + (row % 977) / 10).toFixed(2)
      return {
        ...common,
        type: 'trade',
        side: 'buy',
        instrument: {
          ...noInstrument,
          symbol: `S${security}`,
          name: `Security ${security}`,
          type: 'equity',
          currency: 'CHF',
        },
        quantity: '10',
        price,
        net: (Number(price) * 10 + 1).toFixed(2),
        fees: '1',
      }
    }),
  )
}
