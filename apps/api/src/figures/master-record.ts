import type { Portfolio } from '../queries/query.ts'

/** The id under which an instrument has a master record. Manual assets are edited as assets. */
export function masterRecordId(
  { metadata }: Pick<Portfolio, 'metadata'>,
  instrument: { readonly id: string } | undefined,
): string | null {
  return instrument && !metadata.ownInstruments.has(instrument.id) ? instrument.id : null
}
