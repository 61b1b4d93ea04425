import type { MoveParts } from '@plumbline/engine'

/** The parts of a P/L as they stand on the wire. Interest that accrued is interest, paid or not. */
export function wireParts(parts: MoveParts) {
  const { price, currency, fees, taxes, trading } = parts
  return { price, currency, income: parts.income + parts.accrued, fees, taxes, trading }
}
