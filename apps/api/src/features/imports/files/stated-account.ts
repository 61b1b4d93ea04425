import type { Holding, Reading, Statement } from '@plumbline/importers'

/** What a file states about one account beside its transactions. Holdings refer to the statements here. */
export interface StatedAccount {
  statements: readonly Statement[]
  holdings: readonly Holding[]
}

/** The balances and holdings of some statements of a file; null if they have none. */
export function collectStated(reading: Reading, places: readonly number[]): StatedAccount | null {
  if (!places.some(place => statesAccount(reading, place))) return null
  return {
    statements: places.flatMap(place => reading.statements[place] ?? []),
    holdings: reading.holdings
      .filter(({ statement }) => places.includes(statement))
      .map(holding => ({ ...holding, statement: places.indexOf(holding.statement) })),
  }
}

export function statesAccount({ statements, holdings }: Reading, place: number): boolean {
  const hasClosing = statements[place]?.balances.some(({ kind }) => kind === 'closing') ?? false
  return hasClosing || holdings.some(({ statement }) => statement === place)
}
