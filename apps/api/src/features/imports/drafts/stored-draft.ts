import { type Draft, type InstrumentHint, noDetails, noInstrument } from '@plumbline/importers'

/** A draft, with the instrument that a user may have chosen. */
export type FullDraft = Draft & { instrumentId?: string }

/** A draft as stored: without null values. */
export type StoredDraft = Partial<Omit<FullDraft, 'instrument'>> & { instrument?: StoredHint | null }
export type StoredHint = Partial<InstrumentHint>

/** Drops nulls, which halves the size of rows that are read many times. */
export function toStoredDraft(draft: object | null): object | null {
  return draft && dropNulls(draft)
}

function dropNulls(facts: object): object {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(facts))
    if (value !== null) kept[name] = name === 'instrument' ? dropNulls(value) : value
  return kept
}

export function toFullDraft(kept: StoredDraft): FullDraft {
  const { instrument } = kept
  return { ...emptyDraft, ...kept, instrument: instrument ? toFullHint(instrument) : null }
}

export function toFullHint(kept: StoredHint): InstrumentHint {
  return { ...noInstrument, ...kept }
}

const emptyDraft: FullDraft = {
  ...noDetails,
  line: 0,
  raw: '',
  statement: 0,
  key: '',
  type: 'trade',
  date: '',
}
