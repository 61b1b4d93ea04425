import type { InstrumentType } from '@plumbline/contract'

/** Each instrument type has the same colour on every screen. */
const colours: Record<InstrumentType, string> = {
  equity: 'var(--c1)',
  etf: 'var(--c5)',
  fund: 'var(--c8)',
  bond: 'var(--c2)',
  option: 'var(--c4)',
  future: 'var(--c4)',
  fx_forward: 'var(--c10)',
  structured_product: 'var(--c8)',
  crypto: 'var(--c7)',
  commodity: 'var(--c6)',
  cash: 'var(--c10)',
  real_estate: 'var(--c9)',
  private_equity: 'var(--c3)',
  art: 'var(--c4)',
  vehicle: 'var(--c10)',
  loan: 'var(--c10)',
  index: 'var(--c10)',
  other: 'var(--c4)',
}

export function instrumentColour(type: string): string {
  return Object.hasOwn(colours, type) ? colours[type as InstrumentType] : colours.other
}

/** The colours of groups without one of their own, by rank. */
export const rankColours = [
  '--c1',
  '--c5',
  '--c2',
  '--c9',
  '--c3',
  '--c7',
  '--c8',
  '--c6',
  '--c4',
  '--c10',
].map(name => `var(${name})`)
