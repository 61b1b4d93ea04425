const prefix = '00000000-0000-4000-8000-'

/**
 * The id of a transaction of a scenario: the same each time the scenario is computed, so that a receipt finds the
 * position that it opens. Ids of the ledger are random.
 */
export function hypotheticalId(number: number): string {
  return `${prefix}${String(number).padStart(12, '0')}`
}

export function isHypothetical(id: string): boolean {
  return id.startsWith(prefix)
}
