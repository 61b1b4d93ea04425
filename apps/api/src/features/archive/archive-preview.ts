import { type contract, type HandlerReply, maxInstrumentsListed } from '@plumbline/contract'
import type { ReadArchive } from './archive-files.ts'
import type { ArchivedQuote } from './archived-family.ts'
import type { MarketPlan } from './market-plan.store.ts'

type Contents = HandlerReply<typeof contract.archive.look>['data']

/** Shows an administrator what a restore would write. */
export function buildPreview(
  from: ReadArchive,
  plan: MarketPlan,
  here: { isNameTaken: boolean; newCustodians: string[] },
): Contents {
  const { tables } = from
  const countOutcome = (outcome: Contents['instruments'][number]['outcome']) =>
    plan.instruments.filter(each => each.outcome === outcome).length
  return {
    name: from.name,
    is_name_taken: here.isNameTaken,
    currency: from.currency,
    created_at: from.createdAt,
    accounts_count: tables.account.length,
    accounts: summarizeAccounts(from),
    custodians: here.newCustodians,
    transactions_count: tables.transaction.length,
    instruments_count: tables.instrument.length,
    instruments: (['shared', 'private', 'existing'] as const).flatMap(outcome =>
      plan.instruments
        .filter(each => each.outcome === outcome)
        .slice(0, maxInstrumentsListed)
        .map(({ name, isin, currency }) => ({ name, isin, currency, outcome })),
    ),
    existing_instruments_count: countOutcome('existing'),
    private_instruments_count: countOutcome('private'),
    shared_instruments_count: countOutcome('shared'),
    prices_count: plan.prices.length + plan.rates.length,
    prices: summarizeQuotes(plan.prices),
    rates: {
      ...summarizeQuotes(plan.rates),
      currencies: [...new Set(plan.rates.map(({ id }) => id))].sort(),
    },
    not_restored: plan.notRestored,
    can_add_market_data: plan.canAddMarketData,
    as_of: plan.asOf,
    strategies_count: tables.strategy.length,
    tickers_count: tables.watched_ticker.length,
    templates_count: tables.template.length,
    reports_count: tables.report.length,
    rules_count: tables.user_task.length,
    benchmarks_count: tables.benchmark.length,
    targets_count: tables.target_allocation.length,
    client_tasks_count: tables.client_task.length,
  }
}

function summarizeAccounts({ tables }: ReadArchive): Contents['accounts'] {
  const counts = new Map<string, number>()
  for (const row of tables.transaction) {
    const { account_id: id }: { account_id: string } = JSON.parse(row)
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return tables.account.map(row => {
    const { id, name, base_currency: currency } = JSON.parse(row)
    return { name: String(name), currency: String(currency), transactions_count: counts.get(id) ?? 0 }
  })
}

function summarizeQuotes(quotes: readonly ArchivedQuote[]) {
  let [first, last]: [string | null, string | null] = [null, null]
  for (const { date } of quotes) {
    if (first === null || date < first) first = date
    if (last === null || date > last) last = date
  }
  return { count: quotes.length, start_date: first, end_date: last }
}
