import {
  add,
  CONTRACT_TYPES,
  exact,
  multiply,
  negate,
  subtract,
  TRANSACTION_TYPE_RULES,
  TRANSACTION_TYPES,
  toText,
} from '@plumbline/engine'
import type { StatementFacts } from './drafts/draft-facts.ts'

export interface CashMove {
  currency: string
  amount: string
}

const magnitude = (text: string) => (text.startsWith('-') ? text.slice(1) : text)

/** The cash that a transaction moves, for comparison with the balance of a statement. */
export function cashMoves(
  facts: StatementFacts,
  instrumentType: string | null,
  contractSize: string,
): CashMove[] {
  const currency = facts.currency ?? ''
  const costs = add(exact(facts.fees ?? '0'), exact(facts.taxes ?? '0'))
  const one = (amount: ReturnType<typeof exact>): CashMove[] => [{ currency, amount: toText(amount) }]
  const stated = facts.net ?? facts.amount
  const type = TRANSACTION_TYPES.find(each => each === facts.transaction_type)
  if (type === undefined) return []
  const rules = TRANSACTION_TYPE_RULES[type]
  const amount = exact(stated ?? '0')
  const signedAmount = rules.cash === 'out' ? negate(amount) : amount
  switch (rules.statedAs) {
    case 'cash':
    case 'charge':
      return one(subtract(signedAmount, costs))
    case 'transfer': {
      const isOfUnits = facts.instrument_id !== undefined || facts.quantity !== undefined
      return one(isOfUnits ? negate(costs) : subtract(signedAmount, costs))
    }
    case 'income':
      return one(facts.net === undefined ? subtract(exact(facts.amount ?? '0'), costs) : exact(facts.net))
    case 'income_in_kind':
      return one(negate(costs))
    case 'conversion':
      return [
        ...one(
          facts.net === undefined ? negate(add(exact(facts.amount ?? '0'), costs)) : negate(exact(facts.net)),
        ),
        { currency: facts.counter_currency ?? '', amount: facts.counter_amount ?? '0' },
      ]
    case 'exchange':
      return one(facts.net === undefined ? negate(costs) : exact(facts.net))
    case 'split':
    case 'valuation':
      return []
    case 'trade':
      return one(tradeCash(facts, instrumentType, contractSize, costs))
  }
}

function tradeCash(
  facts: StatementFacts,
  instrumentType: string | null,
  contractSize: string,
  costs: ReturnType<typeof exact>,
): ReturnType<typeof exact> {
  if (CONTRACT_TYPES.has(instrumentType ?? '')) return negate(costs)
  // At a negative price the buyer is paid and the seller pays.
  const isPaying = (facts.quantity ?? '').startsWith('-') === (facts.price ?? '').startsWith('-')
  if (facts.net !== undefined)
    return isPaying ? negate(exact(magnitude(facts.net))) : exact(magnitude(facts.net))
  const units = multiply(exact(magnitude(facts.quantity ?? '0')), exact(contractSize))
  const gross =
    facts.amount === undefined
      ? multiply(units, exact(magnitude(facts.price ?? '0')))
      : exact(magnitude(facts.amount))
  const total = add(gross, exact(facts.accrued ?? '0'))
  return subtract(isPaying ? negate(total) : total, costs)
}
