import type { MoveParts } from '@plumbline/engine'

/** The effects that make up a P/L in the form of the contract. Accrued interest counts as income. */
export function wireParts(parts: MoveParts) {
  const { price, currency, fees, taxes, trading } = parts
  return { price, currency, income: parts.income + parts.accrued, fees, taxes, trading }
}

/** The effects of a P/L that depends on a missing price or rate. */
export const noParts = {
  price: null,
  currency: null,
  income: null,
  fees: null,
  taxes: null,
  trading: null,
}
