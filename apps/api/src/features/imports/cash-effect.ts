import { add, CONTRACT_TYPES, exact, multiply, negate, subtract, toText } from '@plumbline/engine'
import type { StatementFacts } from './draft-facts.ts'

export interface CashMove {
  currency: string
  amount: string
}

const magnitude = (text: string) => (text.startsWith('-') ? text.slice(1) : text)

/** What a transaction moves on the account, for comparing with the balance that a statement states. */
export function cashMoves(
  facts: StatementFacts,
  instrumentType: string | null,
  contractSize: string,
): CashMove[] {
  const currency = facts.currency ?? ''
  const costs = add(exact(facts.fees ?? '0'), exact(facts.taxes ?? '0'))
  const one = (amount: ReturnType<typeof exact>): CashMove[] => [{ currency, amount: toText(amount) }]
  const stated = facts.net ?? facts.amount
  switch (facts.transaction_type) {
    case 'deposit':
      return one(subtract(exact(stated ?? '0'), costs))
    case 'withdrawal':
      return one(negate(add(exact(stated ?? '0'), costs)))
    case 'transfer_in':
    case 'transfer_out': {
      if (facts.instrument_id !== undefined || facts.quantity !== undefined) return one(negate(costs))
      const amount = exact(stated ?? '0')
      return one(subtract(facts.transaction_type === 'transfer_in' ? amount : negate(amount), costs))
    }
    case 'fees':
    case 'fees_cash':
    case 'tax':
      return one(negate(add(exact(stated ?? '0'), costs)))
    case 'trailer_fees':
      return one(subtract(exact(stated ?? '0'), costs))
    case 'dividend':
    case 'coupon':
    case 'interest':
    case 'other_income':
    case 'return_of_capital':
    case 'variation_margin':
    case 'distribution':
      return one(facts.net === undefined ? subtract(exact(facts.amount ?? '0'), costs) : exact(facts.net))
    case 'fx':
      return [
        ...one(
          facts.net === undefined ? negate(add(exact(facts.amount ?? '0'), costs)) : negate(exact(facts.net)),
        ),
        { currency: facts.counter_currency ?? '', amount: facts.counter_amount ?? '0' },
      ]
    case 'merger':
    case 'spin_off':
      return one(facts.net === undefined ? negate(costs) : exact(facts.net))
    case 'split':
    case 'valuation':
      return []
    default:
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
  const isBuy = !(facts.quantity ?? '').startsWith('-')
  if (facts.net !== undefined)
    return isBuy ? negate(exact(magnitude(facts.net))) : exact(magnitude(facts.net))
  const units = multiply(exact(magnitude(facts.quantity ?? '0')), exact(contractSize))
  const gross =
    facts.amount === undefined ? multiply(units, exact(facts.price ?? '0')) : exact(magnitude(facts.amount))
  const total = add(gross, exact(facts.accrued ?? '0'))
  return subtract(isBuy ? negate(total) : total, costs)
}
