import { contract, type WatchedTicker } from '@plumbline/contract'
import { describeFlags } from '../../figures/export-columns.ts'
import { sortRows } from '../../figures/order.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { sendCsv, toCsv } from '../../platform/http/bodies/csv.ts'
import { wantsCsv } from '../../platform/http/bodies/media-types.ts'
import { pageLinks, pageRows } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { holdingsQuery } from './holdings.query.ts'
import type { TickersStore } from './tickers.store.ts'
import {
  priceFlags,
  restateCloses,
  splitsWithin,
  thinOut,
  wireTicker,
  wireWatched,
} from './watched-ticker.ts'
import type { TargetFields, WatchedRow, WatchlistStore } from './watchlist.store.ts'

/** The tickers a user follows. Those of another user return not found. */
export function watchlistRoutes(
  serve: Serve,
  tickers: TickersStore,
  store: WatchlistStore,
  portfolio: PortfolioService,
): void {
  const find = async (user: CurrentUser, id: string): Promise<WatchedRow> => {
    const row = await store.find(user.id, id)
    if (!row) throw new AppError('not_found')
    return row
  }

  /** Adds the user's holdings. */
  const withHoldings = async (user: CurrentUser, rows: WatchedRow[], family?: string) => {
    const ids = rows.map(row => row.ticker.id)
    const lastClose = await store.lastClose(user.id)
    const body = { settings: {}, filters: {}, family }
    const holdings = await portfolio.run(holdingsQuery, { user, body, readInput: async () => ids })
    return { rows: rows.map(row => wireWatched(row, holdings, lastClose)), holdings, lastClose }
  }
  const wireOne = async (
    user: CurrentUser,
    row: WatchedRow,
    family?: string,
  ): Promise<{ data: WatchedTicker }> => {
    const [data] = (await withHoldings(user, [row], family)).rows
    if (!data) throw new Error('one row was shown')
    return { data }
  }

  serve(contract.watchlist.tickers, async ({ user, query }) => {
    const found = query.q === '' ? { rows: [], count: 0 } : await tickers.search(user.id, query)
    const links = pageLinks(contract.watchlist.tickers.path, query, found.count)
    return { ...links, count: found.count, data: found.rows.map(wireTicker) }
  })

  serve(contract.watchlist.priceHistory, async ({ user, params, query }) => {
    if (query.start_date && query.end_date && query.start_date > query.end_date)
      throw new AppError('invalid_field', {
        field: 'end_date',
        message: 'The end date cannot be before the start date.',
      })
    const ticker = await tickers.find(user.id, params.id)
    if (!ticker) throw new AppError('not_found')
    const lastClose = await store.lastClose(user.id)
    const rows = await tickers.closes(user.id, params.id, query)
    const closes = restateCloses(ticker, rows, lastClose, query.price_units)
    return {
      data: {
        ticker: wireTicker(ticker),
        prices: thinOut(closes, query.points),
        price_units: query.price_units,
        splits: splitsWithin(ticker, closes),
        flags: query.end_date ? [] : priceFlags(closes.at(-1), lastClose),
      },
    }
  })

  serve(contract.watchlist.list, async ({ user, query, request, reply }) => {
    const found = await withHoldings(user, await store.list(user.id), query.family)
    const rows = sortTickers(found.rows, query.order_by)
    if (wantsCsv(request)) {
      const { family, currency } = found.holdings
      const subjects = [family?.name ?? 'All families', found.lastClose, currency]
      return sendCsv(reply, toCsv(csvColumns, rows), subjects)
    }
    return pageRows(rows, contract.watchlist.list.path, query)
  })

  serve(contract.watchlist.read, async ({ user, params, query }) =>
    wireOne(user, await find(user, params.id), query.family),
  )

  serve(contract.watchlist.add, async ({ user, body }) => {
    const ticker = await tickers.find(user.id, body.ticker)
    if (!ticker) throw new AppError('not_found', { field: 'ticker' })
    checkTargets(body.price_targets, new Set())
    const added = await store.add(user.id, {
      id: ticker.id,
      note: body.note || null,
      targets: body.price_targets,
    })
    if (added === 'taken') throw new AppError('already_exists', { field: 'ticker' })
    if (added === 'too_many') throw new AppError('limit_reached')
    return wireOne(user, added)
  })

  serve(contract.watchlist.change, async ({ user, params, body }) => {
    const known = await find(user, params.id)
    const { price_targets: targets, note, version } = body
    if (targets) checkTargets(targets, new Set(known.targets.map(({ id }) => id)))
    const fields = {
      ...(targets ? { targets } : {}),
      ...(note === undefined ? {} : { note: note || null }),
    }
    const changed = await store.change(user.id, known.id, fields, version)
    return wireOne(user, changed)
  })

  serve(contract.watchlist.remove, async ({ user, params }) => {
    if (!(await store.remove(user.id, params.id))) throw new AppError('not_found')
    return undefined
  })

  serve(contract.watchlist.restore, async ({ user, params }) => {
    const restored = await store.restore(user.id, params.id)
    if (restored === null) throw new AppError('not_found')
    if (restored === 'too_late') throw new AppError('too_late')
    if (restored === 'taken') throw new AppError('already_exists')
    return wireOne(user, restored)
  })
}

/** Targets refer to existing ids, and are unique. */
function checkTargets(targets: readonly TargetFields[], known: ReadonlySet<string>): void {
  const seen = new Set<string>()
  targets.forEach(({ id, price, direction }, index) => {
    if (id && !known.has(id)) throw new AppError('not_found', { field: `price_targets.${index}.id` })
    const words = `${direction} ${price}`
    if (seen.has(words))
      throw new AppError('invalid_field', {
        field: `price_targets.${index}.price`,
        message: 'This target already exists.',
      })
    seen.add(words)
  })
}

/** Sorts distances by magnitude. */
function sortTickers(rows: WatchedTicker[], orderBy: string): WatchedTicker[] {
  const keyed = rows.map(row => ({
    row,
    name: row.ticker.name,
    price: row.price,
    day_change: row.day_change,
    nearest_distance: row.nearest_distance === null ? null : Math.abs(row.nearest_distance),
    created_at: row.created_at,
  }))
  return sortRows(keyed, orderBy, ({ row }) => row.id, 'en').map(({ row }) => row)
}

const csvColumns: Record<string, (row: WatchedTicker) => string | number | null> = {
  name: row => row.ticker.name,
  symbol: row => row.ticker.symbol,
  isin: row => row.ticker.isin,
  currency: row => row.ticker.currency,
  price: row => row.price,
  price_date: row => row.price_date,
  day_change: row => row.day_change,
  nearest_distance: row => row.nearest_distance,
  price_targets: row => row.price_targets.map(({ direction, price }) => `${direction} ${price}`).join('; '),
  held_quantity: row => row.held_quantity,
  held_value: row => row.held_value,
  calculated_currency: row => row.value_currency,
  flags: row => describeFlags(row.flags),
  note: row => row.note,
}
