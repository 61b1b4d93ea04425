import { type CallReply, type ComparedClient, contract, currencyCode } from '@plumbline/contract'
import { findLastDay } from '../../figures/list-basis.store.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { sendCsv } from '../../platform/http/bodies/csv.ts'
import { chooseMediaType } from '../../platform/http/bodies/media-types.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { ResultFile } from '../../platform/jobs/background.store.ts'
import { sendFile } from '../../platform/jobs/job-replies.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { clientInput } from './client-input.ts'
import type { ClientsStore } from './clients.store.ts'
import { compareCsv } from './compare-csv.ts'
import { type ComparedFigures, comparedClientQuery } from './compared-client.query.ts'

type Comparison = CallReply<typeof contract.clients.compare>['data']
type Pair = [ComparedFigures, ComparedFigures]

/** Prints a comparison. */
export type PrintComparison = (user: CurrentUser, data: Comparison) => Promise<ResultFile>

const mediaTypes = ['application/json', 'text/csv', 'application/pdf'] as const

/** Two clients side by side, each with figures of its own snapshot. */
export function compareRoutes(
  serve: Serve,
  store: ClientsStore,
  portfolio: PortfolioService,
  printComparison: PrintComparison,
): void {
  serve(contract.clients.compare, async ({ user, body, request, reply }) => {
    if (new Set(body.families).size < body.families.length)
      throw new AppError('invalid_field', { field: 'families', message: 'Choose two different families.' })
    await portfolio.refuseOtherCurrency(user, body.currency ?? undefined, 'currency')
    const { currency: chosen } = await store.basis(user.id, null)
    const families = await store.families(user.id, body.families)
    const [one, other] = body.families.map(id => families.find(family => family.id === id))
    if (!one || !other) throw new AppError('not_found', { field: 'families' })
    const targets = await store.targets(user.id, body.families)
    const figures = await portfolio.runForEach(comparedClientQuery, {
      user,
      settings: {},
      families: [one, other].map(({ id, base_currency }) =>
        clientInput(user, id, body.currency ?? base_currency, targets),
      ),
    })
    const [first, second] = [figures.get(one.id), figures.get(other.id)]
    if (!first || !second) throw new AppError('not_found', { field: 'families' })
    const chooseCurrency = (family: { base_currency: string }) =>
      currencyCode.parse(body.currency ?? family.base_currency)
    const data: Comparison = {
      clients: [wireSide(one, chooseCurrency(one), first), wireSide(other, chooseCurrency(other), second)],
      allocation: joinAllocation([first, second]),
      held_by_both: joinHoldings([first, second]),
      basis: {
        family: null,
        currency: currencyCode.parse(body.currency ?? chosen),
        as_of: findLastDay([first.asOf, second.asOf]) ?? first.asOf,
        start_date: null,
        end_date: null,
        opening_date: null,
      },
    }
    const type = chooseMediaType(request.headers.accept, mediaTypes)
    if (type === 'application/pdf') return sendFile(reply, await printComparison(user, data))
    if (type !== 'text/csv') return { data }
    return sendCsv(reply, compareCsv(data), [
      `${one.name} and ${other.name}`,
      data.basis.as_of,
      [...new Set(data.clients.map(({ currency }) => currency))].join(' '),
    ])
  })
}

function wireSide(
  { id, name }: { id: string; name: string },
  currency: ComparedClient['currency'],
  figures: ComparedFigures,
): ComparedClient {
  return {
    family: { id, name },
    currency,
    as_of: figures.asOf,
    value: figures.value,
    day_pnl_abs: figures.dayPnl,
    day_pnl_rel: figures.dayPnlRel,
    ytd_pnl_abs: figures.ytdPnl,
    ytd_pnl_rel: figures.ytdPnlRel,
    ytd_twr: figures.ytdReturn,
    twr_per_year: figures.returnPerYear,
    first_date: figures.firstDate,
    volatility: figures.volatility,
    max_drawdown: figures.maxDrawdown,
    cash_share: figures.cashShare,
    ...figures.drift,
    positions_count: figures.positionsCount,
    flags: figures.flags,
  }
}

/** Every type that one of them holds, the largest first. What one does not hold is zero, unless it is not known. */
function joinAllocation([one, other]: Pair): Comparison['allocation'] {
  const keys = new Set([...one.allocation, ...other.allocation].map(({ key }) => key))
  const weightIn = (side: ComparedFigures, key: string): number | null => {
    const group = side.allocation.find(each => each.key === key)
    if (group) return group.weight
    return side.cashShare === null && side.allocation.some(({ weight }) => weight === null) ? null : 0
  }
  return [...keys]
    .map(key => ({ key, weights: [weightIn(one, key), weightIn(other, key)] }))
    .sort((a, b) => largest(b.weights) - largest(a.weights))
}

/** The securities that both hold, by their share in both. Instruments of one family alone are never shared. */
function joinHoldings([one, other]: Pair): Comparison['held_by_both'] {
  const others = new Map(other.held.map(holding => [holding.id, holding]))
  return one.held
    .flatMap(({ id, name, type, weight }) => {
      const match = others.get(id)
      if (!match) return []
      return [{ instrument: { id, name }, instrument_type: type, weights: [weight, match.weight] }]
    })
    .sort((a, b) => largest(b.weights) - largest(a.weights))
}

function largest(weights: readonly (number | null)[]): number {
  return Math.max(...weights.map(weight => Math.abs(weight ?? 0)))
}
