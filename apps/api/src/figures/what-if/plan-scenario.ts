import type { Filter, Scenario } from '@plumbline/contract'
import { toIsoDate } from '@plumbline/engine'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { AssumedMarket } from '../../snapshots/assumed-market.ts'
import type { DraftTransactions } from '../../snapshots/family-facts.ts'
import { assumeMarket, checkMarket } from './assume-market.ts'
import { draftFlow, draftTrade } from './draft-transactions.ts'
import { type PlannedTrade, sizeTrades } from './plan-trades.ts'
import type { ScenarioAccount, ScenarioInstrument, ScenarioStore } from './scenario.store.ts'
import { type ScenarioFacts, scenarioFactsQuery } from './scenario-facts.query.ts'

/** A scenario as the changes of a snapshot. */
export interface PlannedScenario {
  draft: DraftTransactions
  assumed: AssumedMarket
  trades: PlannedTrade[]
  instruments: ScenarioInstrument[]
}

export type PlanScenario = (user: CurrentUser, body: Filter, scenario: Scenario) => Promise<PlannedScenario>

/** What-if covers the whole portfolio since its first transaction: only family and currency of a filter apply. */
export function wholePortfolio({ settings: { currency }, family }: Filter): Filter {
  return { settings: { ...(currency && { currency }) }, filters: {}, ...(family && { family }) }
}

/** Plans scenarios: nothing is written. Accounts and instruments that the user may not see are not found. */
export function createScenarioPlanner(store: ScenarioStore, portfolio: PortfolioService): PlanScenario {
  return async (user, filter, scenario) => {
    const body = wholePortfolio(filter)
    const accounts = await findAccounts(store, user, body, scenario)
    const instruments = await findInstruments(store, user, accounts, scenario)
    checkMarket(scenario, new Set(instruments.map(({ id }) => id)))
    const ask = (more: { draft?: DraftTransactions; assumed?: AssumedMarket } = {}) =>
      portfolio.run(scenarioFactsQuery, {
        user,
        body,
        readInput: async () => ({
          rates: scenario.rates.map(({ currency, in: other }) => ({ from: currency, to: other ?? null })),
          instruments: instruments.map(({ id, instrument_type: type, currency }) => ({ id, type, currency })),
          holdings: scenario.trades.map(({ account, instrument }) => ({ account, instrument })),
        }),
        ...more,
      })
    const facts = await ask()
    const assumed = assumeMarket(scenario, facts, instruments)
    const date = toIsoDate(facts.asOf)
    const flows = scenario.flows.map((flow, place) => draftFlow(flow, place, date))
    const isAsLoaded = flows.length === 0 && isMarketAsLoaded(scenario, facts)
    const sized = scenario.trades.length === 0 || isAsLoaded ? facts : await ask({ draft: flows, assumed })
    const trades = sizeTrades(scenario, sized, instruments)
    return {
      draft: [...flows, ...trades.flatMap(trade => (trade.quantity === 0 ? [] : [draftTrade(trade, date)]))],
      assumed,
      trades,
      instruments,
    }
  }
}

/** Whether the snapshot of the ledger has all prices that trades need, and no change to apply before them. */
function isMarketAsLoaded({ prices, rates }: Scenario, { instruments }: ScenarioFacts): boolean {
  return prices.length === 0 && rates.length === 0 && instruments.every(({ isLoaded }) => isLoaded)
}

async function findAccounts(
  store: ScenarioStore,
  user: CurrentUser,
  { family }: Filter,
  { trades, flows }: Scenario,
): Promise<ScenarioAccount[]> {
  const named = [
    ...trades.map(({ account }, place) => ({ id: account, field: `scenario.trades.${place}.account` })),
    ...flows.map(({ account }, place) => ({ id: account, field: `scenario.flows.${place}.account` })),
  ]
  if (named.length === 0) return []
  const found = await store.accounts(user.id, [...new Set(named.map(({ id }) => id))])
  const isIn = (id: string) =>
    found.some(account => account.id === id && (!family || account.family_id === family))
  for (const { id, field } of named) if (!isIn(id)) throw new AppError('not_found', { field })
  return found
}

/** Instruments of trades and prices. Those of a family can be traded in its accounts only. */
async function findInstruments(
  store: ScenarioStore,
  user: CurrentUser,
  accounts: readonly ScenarioAccount[],
  { trades, prices }: Scenario,
): Promise<ScenarioInstrument[]> {
  const named = [
    ...trades.map(({ account, instrument }, place) => ({
      id: instrument,
      family: accounts.find(({ id }) => id === account)?.family_id ?? null,
      field: `scenario.trades.${place}.instrument`,
    })),
    ...prices.flatMap(({ of, key }, place) =>
      of === 'instrument' ? [{ id: key, family: null, field: `scenario.prices.${place}.key` }] : [],
    ),
  ]
  if (named.length === 0) return []
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
  const ids = new Set(named.map(({ id }) => id).filter(id => uuid.test(id)))
  const found = await store.instruments(user.id, [...ids])
  for (const { id, family, field } of named) {
    const instrument = found.find(each => each.id === id)
    const isOther = family !== null && instrument?.family_id != null && instrument.family_id !== family
    if (!instrument || isOther) throw new AppError('not_found', { field })
  }
  return found
}
