import { type Account, type Market, priceSeries, rateSeries, type Transaction } from '../../src/index.ts'
import type { Draw } from '../random/draws.ts'
import type { GeneratedWorld } from '../random/random-ledger.ts'

/** A ledger that is edited, with its market. Transactions are in the order of their days, as a server reads them. */
export interface EditedWorld extends GeneratedWorld {
  /** Transactions that are not posted yet. */
  readonly unposted: readonly Transaction[]
}

/** A world after an edit, and the first day of the transactions it changed; null where it changed none. */
export interface Edited {
  readonly world: EditedWorld
  readonly changedFrom: number | null
}

export const EDITS = [
  'post',
  'post-late',
  'void',
  'correct',
  'move',
  'relink',
  'merge',
  'split',
  'lot-method',
  'price',
  'last-price',
  'rate',
  'next-day',
] as const
export type Edit = (typeof EDITS)[number]

const byDay = (transactions: readonly Transaction[]): Transaction[] =>
  transactions.toSorted((a, b) => a.day - b.day || (a.id < b.id ? -1 : 1))

function withTransactions(world: EditedWorld, transactions: readonly Transaction[]): EditedWorld {
  return { ...world, ledger: { ...world.ledger, transactions: byDay(transactions) } }
}

/** Holds back a part of a generated ledger, to post it later. */
export function startEditing(world: GeneratedWorld, draw: Draw): EditedWorld {
  const held = new Set(world.ledger.transactions.filter(() => draw(3) === 0))
  const posted = world.ledger.transactions.filter(transaction => !held.has(transaction))
  return withTransactions({ ...world, unposted: [...held] }, posted)
}

function post(world: EditedWorld, draw: Draw, isLate: boolean): Edited | null {
  const sorted = byDay(world.unposted)
  const place = isLate ? draw(sorted.length) : sorted.length - 1
  const chosen = sorted[place]
  if (!chosen) return null
  // Both sides of a transfer are posted together, or one of them alone.
  const isWhole = chosen.link !== undefined && draw(4) > 0
  const added = isWhole ? sorted.filter(({ link }) => link === chosen.link) : [chosen]
  const rest = world.unposted.filter(transaction => !added.includes(transaction))
  const changed = withTransactions({ ...world, unposted: rest }, [...world.ledger.transactions, ...added])
  return { world: changed, changedFrom: Math.min(...added.map(({ day }) => day)) }
}

/** A recent transaction more often than an old one. */
function pickRecent({ ledger: { transactions } }: EditedWorld, draw: Draw): Transaction | undefined {
  const recent = transactions.slice(-4)
  return draw(3) > 0 ? recent[draw(recent.length)] : transactions[draw(transactions.length)]
}

function voidOne(world: EditedWorld, draw: Draw): Edited | null {
  const chosen = pickRecent(world, draw)
  if (!chosen) return null
  const kept = world.ledger.transactions.filter(transaction => transaction !== chosen)
  const changed = withTransactions({ ...world, unposted: [...world.unposted, chosen] }, kept)
  return { world: changed, changedFrom: chosen.day }
}

function replace(world: EditedWorld, old: Transaction, corrected: Transaction): Edited {
  const others = world.ledger.transactions.filter(transaction => transaction !== old)
  return {
    world: withTransactions(world, [...others, corrected]),
    changedFrom: Math.min(old.day, corrected.day),
  }
}

function correct(world: EditedWorld, draw: Draw): Edited | null {
  const old = pickRecent(world, draw)
  if (!old) return null
  const factor = 1 + draw(4)
  const amount = old.amount === undefined ? {} : { amount: `${Number(old.amount) * factor}` }
  const quantity = old.quantity === undefined ? {} : { quantity: Number(old.quantity) * factor }
  return replace(world, old, { ...old, ...amount, ...quantity, fees: draw(3) })
}

function move(world: EditedWorld, draw: Draw): Edited | null {
  const old = pickRecent(world, draw)
  if (!old) return null
  const day = Math.min(world.lastDay, Math.max(world.firstDay, old.day + draw(7) - 3))
  return replace(world, old, { ...old, day })
}

/** Links a transaction to another, or takes its link away. */
function relink(world: EditedWorld, draw: Draw): Edited | null {
  const old = pickRecent(world, draw)
  const other = pickRecent(world, draw)
  if (!old || !other) return null
  if (old.link === undefined && other.link !== undefined)
    return replace(world, old, { ...old, link: other.link })
  const { link: _link, ...unlinked } = old
  return replace(world, old, unlinked)
}

/** Two instruments become one in all transactions, old ones included. */
function merge(world: EditedWorld, draw: Draw): Edited | null {
  const { instruments, transactions } = world.ledger
  const [kept, merged] = [instruments[draw(instruments.length)], instruments[draw(instruments.length)]]
  if (!kept || !merged || kept.type !== merged.type) return null
  const changed = transactions.filter(({ instrument }) => instrument === merged.id)
  if (changed.length === 0) return null
  const moved = transactions.map(entry =>
    changed.includes(entry) ? { ...entry, instrument: kept.id } : entry,
  )
  return { world: withTransactions(world, moved), changedFrom: Math.min(...changed.map(({ day }) => day)) }
}

function addSplit(world: EditedWorld, draw: Draw): Edited {
  const { instruments } = world.ledger
  const chosen = instruments[draw(instruments.length)]
  const split = {
    day: world.firstDay + draw(world.lastDay - world.firstDay + 1),
    numerator: 2,
    denominator: 1,
  }
  const changed = instruments.map(instrument =>
    instrument === chosen ? { ...instrument, splits: [...(instrument.splits ?? []), split] } : instrument,
  )
  return { world: { ...world, ledger: { ...world.ledger, instruments: changed } }, changedFrom: null }
}

function changeLotMethod(world: EditedWorld, draw: Draw): Edited {
  const { accounts } = world.ledger
  const methods = ['fifo', 'lifo', 'hifo', 'average'] as const
  const place = draw(accounts.length)
  const changed = accounts.map(
    (account, index): Account =>
      index === place ? { ...account, lotMethod: methods[draw(4)] ?? 'fifo' } : account,
  )
  return { world: { ...world, ledger: { ...world.ledger, accounts: changed } }, changedFrom: null }
}

/** Changes one quote of an instrument or currency. */
function changeQuote(world: EditedWorld, draw: Draw, kind: 'price' | 'last-price' | 'rate'): Edited {
  const all = kind === 'rate' ? world.rates : world.quotes
  const id = [...all.keys()][draw(all.size)] ?? ''
  const quotes = all.get(id) ?? []
  const last = quotes.at(-1)?.[0] ?? world.lastDay
  const day =
    kind === 'last-price' ? Math.min(world.lastDay, last + 1) : (quotes[draw(quotes.length)]?.[0] ?? last)
  const before = quotes.findLast(quote => quote[0] <= day)?.[1] ?? 50
  const others = quotes.filter(quote => quote[0] !== day)
  const changed = new Map(all)
  changed.set(
    id,
    [...others, [day, before + 1] as const].sort((a, b) => a[0] - b[0]),
  )
  const edited = kind === 'rate' ? { ...world, rates: changed } : { ...world, quotes: changed }
  return { world: edited, changedFrom: null }
}

/** Applies an edit; null where the world has nothing to apply it to. */
export function applyEdit(edit: Edit, world: EditedWorld, draw: Draw): Edited | null {
  switch (edit) {
    case 'post':
    case 'post-late':
      return post(world, draw, edit === 'post-late')
    case 'void':
      return voidOne(world, draw)
    case 'correct':
      return correct(world, draw)
    case 'move':
      return move(world, draw)
    case 'relink':
      return relink(world, draw)
    case 'merge':
      return merge(world, draw)
    case 'split':
      return addSplit(world, draw)
    case 'lot-method':
      return changeLotMethod(world, draw)
    case 'price':
    case 'last-price':
    case 'rate':
      return changeQuote(world, draw, edit)
    case 'next-day':
      return { world: { ...world, lastDay: world.lastDay + 1 }, changedFrom: null }
    default:
      throw new Error(`no such edit: ${edit satisfies never}`)
  }
}

/** The market of an edited world. Quotes after the last day are not known yet. */
export function editedMarket({ ledger, quotes, rates, pivot, lastDay }: EditedWorld): Market {
  const known = (list: readonly (readonly [number, number])[]) => list.filter(([day]) => day <= lastDay)
  return {
    pivot,
    prices: new Map(
      ledger.instruments
        .map(({ id, splits = [] }) => ({ id, splits, list: known(quotes.get(id) ?? []) }))
        .filter(({ list }) => list.length > 0)
        .map(({ id, splits, list }) => [id, priceSeries(list, lastDay, { splits })]),
    ),
    rates: new Map([...rates].map(([currency, list]) => [currency, rateSeries(known(list), lastDay)])),
  }
}
