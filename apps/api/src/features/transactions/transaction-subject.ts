import { engineTerms } from '../../snapshots/instrument-terms.ts'
import type { InstrumentPlace } from './entry.store.ts'
import type { DraftInstrument } from './transaction-draft.ts'

/** An instrument as a transaction about it needs it. */
export function draftInstrument(place: InstrumentPlace): DraftInstrument {
  const { id, instrument_type: type, currency, contract_size: contractSize, terms } = place
  return { id, type, currency, contractSize, factors: engineTerms(type, terms, null).factors ?? [] }
}
