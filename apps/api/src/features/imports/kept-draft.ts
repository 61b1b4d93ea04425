import { type Draft, type InstrumentHint, noDetails, noInstrument } from '@plumbline/importers'

/** A draft as somebody may have put it right: they can name the instrument itself. */
export type WholeDraft = Draft & { instrumentId?: string }

/** A draft as it is stored: of all that one could say, only what it does. */
export type KeptDraft = Partial<Omit<WholeDraft, 'instrument'>> & { instrument?: KeptHint | null }
export type KeptHint = Partial<InstrumentHint>

/** Without what is nothing: it is half as large, and read many times before it is posted. */
export function keptDraft(draft: object | null): object | null {
  return draft && said(draft)
}

function said(facts: object): object {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(facts))
    if (value !== null) kept[name] = name === 'instrument' ? said(value) : value
  return kept
}

export function wholeDraft(kept: KeptDraft): WholeDraft {
  const { instrument } = kept
  return { ...emptyDraft, ...kept, instrument: instrument ? wholeHint(instrument) : null }
}

export function wholeHint(kept: KeptHint): InstrumentHint {
  return { ...noInstrument, ...kept }
}

const emptyDraft: WholeDraft = {
  ...noDetails,
  line: 0,
  raw: '',
  statement: 0,
  key: '',
  type: 'trade',
  date: '',
}
