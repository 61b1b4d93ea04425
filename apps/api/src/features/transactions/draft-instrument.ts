import { toEngineTerms } from '../../snapshots/instrument-terms.ts'
import type { StoredInstrument } from './entry.store.ts'
import type { DraftInstrument } from './transaction-draft.ts'

export function draftInstrument(place: StoredInstrument): DraftInstrument {
  const { id, instrument_type: type, currency, contract_size: contractSize, terms } = place
  return { id, type, currency, contractSize, factors: toEngineTerms(type, terms, null).factors ?? [] }
}
