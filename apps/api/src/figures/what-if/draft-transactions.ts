import { maxScenarioChanges, type Scenario } from '@plumbline/contract'
import { convertUnit, exact, toText } from '@plumbline/engine'
import type { TransactionRow } from '../../snapshots/facts.store.ts'
import type { DraftTransactions } from '../../snapshots/family-facts.ts'
import { hypotheticalId } from './hypothetical-id.ts'
import type { PlannedTrade } from './plan-trades.ts'

type Draft = DraftTransactions[number]

const text = (value: number): string => toText(exact(value))

/** After everything that the day has in the ledger. */
const endOfDay = '23:59:59'

const empty: Omit<
  TransactionRow,
  'id' | 'account_id' | 'transaction_type' | 'date' | 'currency' | 'sequence'
> = {
  time_of_day: endOfDay,
  ex_date: null,
  instrument_id: null,
  quantity: null,
  price: null,
  amount: null,
  net: null,
  rate: null,
  fees: '0',
  taxes: '0',
  accrued: null,
  counter_currency: null,
  counter_amount: null,
  link: null,
  lots: null,
  takes: null,
  numerator: null,
  denominator: null,
  basis_share: null,
}

/** A deposit or withdrawal; `place` is its place in the scenario. */
export function draftFlow(flow: Scenario['flows'][number], place: number, date: string): Draft {
  const id = hypotheticalId(place + 1)
  return {
    rootId: id,
    transaction: {
      ...empty,
      id,
      account_id: flow.account,
      transaction_type: flow.amount > 0 ? 'deposit' : 'withdrawal',
      date,
      currency: flow.currency,
      sequence: place,
      amount: text(Math.abs(flow.amount)),
    },
  }
}

/** A trade after the flows of its day. */
export function draftTrade(trade: PlannedTrade, date: string): Draft {
  const number = maxScenarioChanges + trade.place
  const id = hypotheticalId(number + 1)
  const { instrument } = trade
  return {
    rootId: id,
    transaction: {
      ...empty,
      id,
      account_id: trade.account,
      transaction_type: 'trade',
      date,
      currency: instrument.currency,
      sequence: number,
      instrument_id: instrument.id,
      quantity: text(trade.quantity),
      price: inUnit(trade, trade.price),
      accrued: trade.accrued === 0 ? null : inUnit(trade, trade.accrued),
      fees: inUnit(trade, trade.fees),
    },
  }
}

/** An amount in the unit that the instrument is quoted in, such as pence. */
function inUnit({ currency, instrument }: PlannedTrade, value: number): string {
  return convertUnit(text(value), currency, instrument.currency) ?? text(value)
}
