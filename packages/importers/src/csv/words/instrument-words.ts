import { HELD_TYPES, type InstrumentType } from '@plumbline/engine'
import { typeFromCfi } from '../../text/cfi.ts'

/** Words for instrument types, which a statement may also state as a CFI code; particular words come before general ones. */
const words: readonly [RegExp, InstrumentType][] = [
  [/\betf\b|exchange traded fund/i, 'etf'],
  [/structured|zertifikat|certificate|strukturiert/i, 'structured_product'],
  [/fund|fonds|fondo|\bmf\b|mutual/i, 'fund'],
  [/bond|obligation|anleihe|\bnote\b|debt/i, 'bond'],
  [/option|warrant|\bopt\b|optionsschein/i, 'option'],
  [/future|\bfut\b/i, 'future'],
  [/forward|termingesch/i, 'fx_forward'],
  [/crypto|krypto|coin/i, 'crypto'],
  [/metal|gold|silver|rohstoff|commodit/i, 'commodity'],
  [/stock|share|equit|aktie|action|acci|azion|\bstk\b|aandel/i, 'equity'],
  [/cash|konto|geldmarkt/i, 'cash'],
  [/loan|kredit|darlehen/i, 'loan'],
]

export function guessInstrumentType(text: string): InstrumentType | null {
  const slug = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  const own = HELD_TYPES.find(type => type === slug)
  return own ?? words.find(([pattern]) => pattern.test(text))?.[1] ?? typeFromCfi(text.trim())
}
