import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import type { CurrencyViews } from '../currency/view-builder.ts'
import { EVENT, isDisposal } from '../posting/journal.ts'
import { capitalBaseCell } from './capital-base-cells.ts'
import { costHistory } from './cost-cells.ts'
import { amountCell, eventSource, eventsWithin, moneyFacts, valueCell } from './frame.ts'
import { amountSumCell, lateEntry, pnlCell } from './pnl-cells.ts'
import type { Frame } from './receipt-frame.ts'
import type { ReceiptLabel, Signed } from './sheet.ts'

/** The carried gain that an event realizes: less that of lots it disposes of, or plus that of lots passed on before. */
function realizedGainTerms(frame: Frame, position: number, event: number): Signed[] {
  const { view, snapshot, sheet } = frame
  const gain = view.realizedCarried.get(event)
  if (gain === undefined) return []
  const sign = snapshot.events.kind[event] === EVENT.realizeCarried ? 1 : -1
  const facts = moneyFacts(frame, position, snapshot.events.day[event] ?? null)
  return [[sheet.input('carried_gain', gain * sign, { ...facts, source: eventSource(frame, event) }), sign]]
}

/** Realized P/L: proceeds - cost of the disposed lots + carried gains realized + income - fees - taxes. */
export function realizedCell(frame: Frame, position: number, period: Period): number {
  const { view, sheet, snapshot } = frame
  const open = period.from - 1
  const events = eventsWithin(frame, position, open, period.to)
  const { changes } = costHistory(frame, position, period.to)
  const results: Signed[] = []
  for (const { event, cell } of changes) {
    if ((view.realized[event] ?? 0) === 0 || (snapshot.events.day[event] ?? 0) <= open) continue
    const posted = amountCell(frame, event, 'posted', 'proceeds')
    const terms: Signed[] = [
      ...(posted === null ? [] : [[posted, -1] as Signed]),
      ...(cell === null ? [] : [[cell, 1] as Signed]),
      ...realizedGainTerms(frame, position, event),
    ]
    results.push([
      sheet.sum('realized', terms, moneyFacts(frame, position, snapshot.events.day[event] ?? null)),
      1,
    ])
  }
  return sheet.sum(
    'realized',
    [
      [sheet.sum('realized', results, moneyFacts(frame, position)), 1],
      [amountSumCell(frame, position, events, 'income', 'income'), 1],
      [amountSumCell(frame, position, events, 'fees', 'fees'), -1],
      [amountSumCell(frame, position, events, 'taxes', 'taxes'), -1],
    ],
    moneyFacts(frame, position, period.to),
  )
}

/** The open cost at a close: the sum of all changes by transactions. */
export function costCell(frame: Frame, position: number, to: Day, label: ReceiptLabel = 'cost'): number {
  const { entry, changes } = costHistory(frame, position, to)
  const terms: Signed[] = entry === null ? [] : [[entry, 1]]
  for (const { cell } of changes) if (cell !== null) terms.push([cell, 1])
  return frame.sheet.sum(label, terms, moneyFacts(frame, position, to))
}

/** Gains that came with lots carried in. Unless `onlyIn`, less those that left with lots, plus those realized since. */
export function carriedTerms(frame: Frame, position: number, after: Day, to: Day, onlyIn: boolean): Signed[] {
  const { snapshot, sheet } = frame
  const terms: Signed[] = []
  const { entry, changes } = costHistory(frame, position, to)
  const [late] = lateEntry(frame, position, after, to)
  if (late && entry !== null)
    terms.push([sheet.sum('carried_gain', [late, [entry, -1]], moneyFacts(frame, position)), 1])
  for (const { event, cell } of changes) {
    if (!onlyIn && (snapshot.events.day[event] ?? 0) > after)
      terms.push(...realizedGainTerms(frame, position, event))
    const kind = snapshot.events.kind[event]
    const isOut = kind === EVENT.carryOut || kind === EVENT.allocateCost
    const isCarried = kind === EVENT.carryIn || (isOut && !onlyIn)
    if (!isCarried || (snapshot.events.day[event] ?? 0) <= after) continue
    const posted = amountCell(frame, event, 'posted', 'value')
    const parts: Signed[] = [
      ...(posted === null ? [] : [[posted, 1] as Signed]),
      ...(cell === null ? [] : [[cell, -1] as Signed]),
    ]
    const day = snapshot.events.day[event] ?? null
    terms.push([sheet.sum('carried_gain', parts, moneyFacts(frame, position, day)), 1])
  }
  return terms
}

/** Unrealized P/L: (value - cost) at the end - (value - cost) at the opening - net gains carried in. */
export function unrealizedCell(frame: Frame, position: number, period: Period): number {
  const { snapshot, sheet } = frame
  const open = period.from - 1
  const terms: Signed[] = [
    [valueCell(frame, position, period.to, 'value'), 1],
    [costCell(frame, position, period.to), -1],
  ]
  if ((snapshot.positions.openDay[position] ?? 0) <= open)
    terms.push(
      [valueCell(frame, position, open, 'opening_value'), -1],
      [costCell(frame, position, open, 'opening_cost'), 1],
    )
  const carried = carriedTerms(frame, position, open, period.to, false)
  if (carried.length > 0) terms.push([sheet.sum('carried_gain', carried, moneyFacts(frame, position)), -1])
  return sheet.sum('unrealized', terms, moneyFacts(frame, position, period.to))
}

/** Proceeds of disposals over the whole life before costs, or the cost of the disposed lots; negative for shorts. */
export function disposalCell(frame: Frame, position: number, to: Day, figure: 'cost' | 'proceeds'): number {
  const { snapshot, sheet } = frame
  const terms: Signed[] = []
  for (const { event, cell } of costHistory(frame, position, to).changes) {
    if (!isDisposal(snapshot.events.kind[event] ?? -1)) continue
    const found = figure === 'cost' ? cell : amountCell(frame, event, 'posted', 'proceeds')
    if (found !== null) terms.push([found, -1])
  }
  return sheet.sum(figure, terms, moneyFacts(frame, position, to))
}

/** P/L / capital base. */
export function relativeCell(
  frame: Frame,
  views: CurrencyViews,
  position: number,
  period: Period,
  part: 'total' | 'realized' | 'unrealized',
): number {
  const write = { total: pnlCell, realized: realizedCell, unrealized: unrealizedCell }[part]
  const pnl = write(frame, position, period)
  const base = capitalBaseCell(frame, views, position, period)
  return frame.sheet.step('quotient', 'result', [pnl, base], { unit: 'fraction', day: period.to })
}
