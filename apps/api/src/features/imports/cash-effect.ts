import { cashEffects, INSTRUMENT_TYPES, parseDay, TRANSACTION_TYPES, toText } from '@plumbline/engine'
import type { StatementFacts } from './drafts/draft-facts.ts'

export interface CashMove {
  currency: string
  /** Null where the market rate of the day would decide it. */
  amount: string | null
}

/** What the cash of a transaction depends on, of its instrument. */
export interface CashInstrument {
  instrument_type: string | null
  contract_size: string | null
  currency: string | null
}

const unknownRate = () => Number.NaN

/** The cash that a transaction moves, for comparison with the balance of a statement. */
export function cashMoves(facts: StatementFacts, instrument: CashInstrument | null): CashMove[] {
  const type = TRANSACTION_TYPES.find(each => each === facts.transaction_type)
  if (type === undefined || facts.date === undefined) return []
  const currency = facts.currency ?? ''
  const { quantity, price, amount, net, rate, fees, taxes, accrued, counter_currency, counter_amount } = facts
  const isOfInstrument = facts.instrument_id !== undefined || instrument !== null
  const transaction = {
    id: '',
    account: '',
    type,
    day: parseDay(facts.date),
    currency,
    ...(isOfInstrument && { instrument: '' }),
    ...(quantity !== undefined && { quantity }),
    ...(price !== undefined && { price }),
    ...(amount !== undefined && { amount }),
    ...(net !== undefined && { net }),
    ...(rate !== undefined && { rate }),
    ...(fees !== undefined && { fees }),
    ...(taxes !== undefined && { taxes }),
    ...(accrued !== undefined && { accrued }),
    ...(counter_currency !== undefined && { counterCurrency: counter_currency }),
    ...(counter_amount !== undefined && { counterAmount: counter_amount }),
  }
  const traded = isOfInstrument
    ? {
        id: '',
        name: '',
        type: INSTRUMENT_TYPES.find(each => each === instrument?.instrument_type) ?? 'equity',
        currency: instrument?.currency ?? currency,
        contractSize: Number(instrument?.contract_size ?? 1),
      }
    : undefined
  return cashEffects(transaction, traded, unknownRate).map(effect => ({
    currency: effect.currency,
    amount: effect.amount && toText(effect.amount),
  }))
}
