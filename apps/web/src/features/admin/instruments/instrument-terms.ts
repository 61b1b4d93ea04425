import type { InstrumentType } from '@plumbline/contract'
import type { DisplayNames } from '../../../portfolio/display-names.ts'

const withCoupons: ReadonlySet<InstrumentType> = new Set(['bond', 'structured_product'])
const derived: ReadonlySet<InstrumentType> = new Set(['option', 'future', 'structured_product'])

/** Every type of instrument with its name: those that can be held, and the index. */
export function listTypes(held: readonly { id: InstrumentType; name: string }[], names: DisplayNames) {
  return [...held, { id: 'index' as const, name: 'Index' }].map(({ id, name }) => ({
    value: id,
    label: names.type(id, name),
  }))
}

/** The terms that a type of instrument has. */
export function listTerms(type: InstrumentType) {
  return {
    hasCoupons: withCoupons.has(type),
    hasUnderlying: derived.has(type),
    isOption: type === 'option',
    isForward: type === 'fx_forward',
    isIndex: type === 'index',
  }
}
