import { computePnl, sumPosition } from '../../src/figures/positions/position-sums.ts'
import {
  type CurrencyView,
  type CurrencyViews,
  openLots,
  type PortfolioSnapshot,
  type PositionFigures,
  positionRow,
} from '../../src/index.ts'
import { LOT_UNITS_TOLERANCE, SUM_TOLERANCE } from '../tolerances.ts'
import { referenceCapital } from './capital.ts'
import { referenceEffects } from './effects.ts'
import { poolFactor } from './interest.ts'
import { type Num, ZERO } from './market.ts'
import type { ReferenceEvent, ReferencePosition } from './position.ts'
import type { Reference } from './reference.ts'

const total = (events: readonly ReferenceEvent[], pick: (event: ReferenceEvent) => Num): Num =>
  events.reduce((sum, event) => sum.add(pick(event)), ZERO)

/** Pairs each figure of a row with that of the reference implementation; null if either has none. */
function rowFigures(
  reference: Reference,
  position: ReferencePosition,
  { figures, pnl }: { figures: PositionFigures; pnl: ReturnType<typeof computePnl> },
  [from, to]: readonly [number, number],
): [string, number | null, Num | null][] {
  const life = position.events.filter(event => event.day <= to)
  const within = life.filter(event => event.day >= from)
  const quantity = reference.quantityOn(position, to)
  const value = reference.valueOn(position, to)
  const posted = total(within, event => event.posted)
  const result = total(within, event => event.result)
  const disposals = life.filter(event => event.isDisposal)
  const proceeds = total(disposals, event => event.posted.neg())
  const isOpen = !quantity.isZero()
  const { instrument } = position
  const known = life.every(event => event.costAfter !== null && event.costBefore !== null)
  const costs = isOpen
    ? (life.at(-1)?.costAfter ?? null)
    : total(disposals, ({ costBefore, costAfter }) => (costBefore ?? ZERO).sub(costAfter ?? ZERO))
  const found: [string, number | null, Num | null][] = [
    ['value', figures.value, value],
    [
      'total',
      pnl?.total ?? null,
      value
        .sub(reference.valueOn(position, from - 1))
        .sub(posted)
        .add(result),
    ],
    ['realized', pnl?.realized ?? null, total(within, event => event.realized).add(result)],
    ['fees', figures.fees, total(within, event => event.fees)],
    [
      'income less fees and taxes',
      figures.dividends + figures.interest + figures.otherIncome - figures.fees - figures.taxes,
      result,
    ],
    ['taxes', figures.taxes, total(within, event => event.taxes)],
    ['dividends', figures.dividends, total(within, event => event.dividends)],
    ['interest', figures.interest, total(within, event => event.interest)],
    ['proceeds', figures.proceeds, proceeds],
  ]
  if (known) found.push(['cost', figures.cost, costs])
  if (known && isOpen && instrument && figures.priceBreakEven !== null) {
    const units = quantity.mul(instrument.contractSize ?? 1).mul(poolFactor(instrument, to))
    const arrivals = life.filter(event => event.isArrival)
    const carriedGain = total(arrivals, ({ posted: came, costAfter, costBefore }) =>
      came.sub(costAfter ?? ZERO).add(costBefore ?? ZERO),
    )
    const gain = value
      .sub(total(life, event => event.posted))
      .add(total(life, event => event.result))
      .add(carriedGain)
    const away = ((figures.priceCurrent ?? Number.NaN) - figures.priceBreakEven) * units.toNumber()
    found.push(['gain until break-even', away, gain])
  }
  return found
}

/** Units and cost of the open lots, summed by purchase day. */
function byDay(lots: readonly { day: number; units: number; cost: number }[]): Map<number, [number, number]> {
  const days = new Map<number, [number, number]>()
  for (const { day, units, cost } of lots) {
    const [oldUnits, oldCost] = days.get(day) ?? [0, 0]
    days.set(day, [oldUnits + units, oldCost + cost])
  }
  return days
}

/** Whether both have the same open lots at a close. A pool has only one cost and is skipped. */
function sameLots(
  reference: Reference,
  position: ReferencePosition,
  index: number,
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  to: number,
) {
  const open = position.events.findLast(event => event.day <= to)?.open ?? []
  const quantity = reference.quantityOn(position, to)
  const isPool = position.account.lotMethod === 'average'
  if (isPool || !position.instrument || quantity.isZero() || open.some(([, , cost]) => cost === null))
    return true
  const all = open.reduce((sum, [, units]) => sum.add(units), ZERO)
  const theirs = byDay(
    open.map(([lot, units, cost]) => ({
      day: lot.day,
      units: units.mul(quantity).div(all).toNumber(),
      cost: cost?.toNumber() ?? 0,
    })),
  )
  const ours = byDay(
    openLots(snapshot, view, index, to).map(({ day, quantity: units, cost }) => ({ day, units, cost })),
  )
  const scale = 1 + total(position.events, event => event.posted.abs()).toNumber()
  return [...new Set([...ours.keys(), ...theirs.keys()])].every(day => {
    const [units, cost] = ours.get(day) ?? [0, 0]
    const [referenceUnits, referenceCost] = theirs.get(day) ?? [0, 0]
    return (
      Math.abs(units - referenceUnits) <= LOT_UNITS_TOLERANCE &&
      Math.abs(cost - referenceCost) <= SUM_TOLERANCE * scale
    )
  })
}

/** Differences in capital bases and currency effects of positions in the currency `own`, except contracts. */
export function capitalDifferences(
  reference: Reference,
  ownReference: Reference,
  own: string,
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  [from, to]: readonly [number, number],
): string[] {
  const found: string[] = []
  for (const [index, position] of reference.positions.entries()) {
    const type = position.instrument?.type
    if (type === undefined || type === 'future' || type === 'fx_forward' || position.currency !== own)
      continue
    const ownPosition = ownReference.positions[index]
    if (!ownPosition || position.openDay > to || (position.entryDay ?? to) > to) continue
    const pair = { reference, position, ownReference, ownPosition }
    const capital = referenceCapital(pair, from, to)
    if (!capital) continue
    const row = positionRow(snapshot, views, index, { from, to })
    const turnover = 1 + total(position.events, event => event.posted.abs()).toNumber()
    const compare = (name: string, ours: number, theirs: Num) => {
      if (!(Math.abs(ours - theirs.toNumber()) <= SUM_TOLERANCE * turnover))
        found.push(`position ${position.key}, ${name}: ${ours} is not ${theirs}`)
    }
    compare('capital base', row.calculated.capitalBase, capital.base)
    compare(`capital base in ${own}`, row.original.capitalBase, capital.ownBase)
    compare('currency effect', row.fx, referenceEffects(pair, from, to).currency)
  }
  return found
}

/**
 * Differences in the rows of all positions over a period, beyond 1e-9 of the turnover: in the calculated
 * currency, or for positions whose own currency is that of the reference.
 */
export function rowDifferences(
  reference: Reference,
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  period: readonly [number, number],
  own: string | null = null,
): string[] {
  const [from, to] = period
  const found: string[] = []
  for (const [index, position] of reference.positions.entries()) {
    if (own !== null && position.currency !== own) continue
    if (position.openDay > to || (position.entryDay ?? to) > to) continue
    const row = positionRow(snapshot, views, index, { from, to })
    const figures = own === null ? row.calculated : row.original
    const units = reference.quantityOn(position, to)
    const quantity = position.instrument ? units.abs() : units
    const turnover = total(position.events, event => event.posted.abs().add(event.realized.abs())).toNumber()
    const view = own === null ? views.calculated : views.original
    // The row shows no P/L where an amount has no rate: the P/L of the known amounts is compared.
    const pnl = computePnl(sumPosition(snapshot, view, index, { from, to }))
    const pairs = rowFigures(reference, position, { figures, pnl }, period)
    if (!sameLots(reference, position, index, snapshot, view, to))
      found.push(`position ${position.key}, open lots`)
    for (const [name, ours, theirs] of [['quantity', row.quantity, quantity] as const, ...pairs]) {
      const isSame =
        ours === null || theirs === null
          ? ours === null && theirs === null
          : Math.abs(ours - theirs.toNumber()) <= SUM_TOLERANCE * (1 + turnover)
      if (!isSame)
        found.push(`position ${position.key}, ${name} in ${figures.currency}: ${ours} is not ${theirs}`)
    }
  }
  return found
}
