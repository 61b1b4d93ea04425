import type { InstrumentType } from '@plumbline/contract'

const withCoupons: ReadonlySet<InstrumentType> = new Set(['bond', 'structured_product'])
const derived: ReadonlySet<InstrumentType> = new Set(['option', 'future', 'structured_product'])

/** The terms that a type of instrument has. */
export function listTerms(type: InstrumentType) {
  return {
    hasCoupons: withCoupons.has(type),
    hasUnderlying: derived.has(type),
    isOption: type === 'option',
    isForward: type === 'fx_forward',
  }
}
