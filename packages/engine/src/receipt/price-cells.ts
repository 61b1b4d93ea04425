import type { Day } from '../calendar/day.ts'
import { unitsOn } from '../currency/position-value.ts'
import { openLotShares } from '../figures/contract-figures.ts'
import { lotFactors } from '../figures/lot-factors.ts'
import { CONTRACT_TYPES } from '../ledger/vocabulary.ts'
import { underlyingPrice } from '../posting/contracts/margin-requirement.ts'
import { textAt } from '../snapshot/text-column.ts'
import { closeOn } from '../valuation/instrument-prices.ts'
import {
  EVER,
  eventSource,
  eventsWithin,
  factorCell,
  figureCurrency,
  moneyFacts,
  notionalCell,
  quantityOn,
  quoteCell,
  rateCell,
  sizeCell,
  valueCell,
} from './frame.ts'
import { priceOnCell } from './market-cells.ts'
import { amountSumCell, investedCell } from './pnl-cells.ts'
import { carriedTerms, costCell } from './realized-cells.ts'
import type { Frame } from './receipt-frame.ts'
import type { Signed } from './sheet.ts'

/** Signed quantity at the end: the sum of all changes by transactions and splits. */
export function quantityCell(frame: Frame, position: number, to: Day): number {
  const { snapshot, sheet } = frame
  const isCash = (snapshot.positions.instrument[position] ?? -1) < 0
  const currency = isCash ? (snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? null) : null
  const facts = { unit: isCash ? 'money' : 'number', currency } as const
  const changes = eventsWithin(frame, position, EVER, to)
    .filter(event => snapshot.events.quantity[event] !== 0)
    .map((event): Signed => {
      const day = snapshot.events.day[event] ?? null
      const source = eventSource(frame, event)
      return [sheet.input('quantity', snapshot.events.quantity[event] ?? 0, { ...facts, day, source }), 1]
    })
  // The quantity of a closed holding is exactly 0, without rounding residue.
  return sheet.sum('quantity', quantityOn(frame, position, to) === 0 ? [] : changes, facts)
}

function isContract({ snapshot }: Frame, position: number): boolean {
  return CONTRACT_TYPES.has(snapshot.instruments[snapshot.positions.instrument[position] ?? -1]?.type ?? '')
}

/** Quote x rate at the end. */
export function currentPriceCell(frame: Frame, position: number, to: Day): number {
  const price = quoteCell(frame, position, to)
  const rate = rateCell(frame, position, to)
  const facts = { unit: 'price', currency: figureCurrency(frame, position), day: to } as const
  return frame.sheet.step('product', 'price', rate === null ? [price] : [price, rate], facts)
}

/** Cost and units of every lot a position ever had. */
function entryCells(frame: Frame, position: number, to: Day): { money: Signed[]; units: Signed[] } {
  const { snapshot, view, sheet } = frame
  const factors = lotFactors(snapshot, position, to)
  const money: Signed[] = []
  const units: Signed[] = []
  for (const event of eventsWithin(frame, position, EVER, to))
    for (let lot = snapshot.events.lotFrom[event] ?? 0; lot < (snapshot.events.lotTo[event] ?? 0); lot += 1) {
      const transaction = textAt(snapshot.transactions, snapshot.lots.transaction[lot] ?? -1) ?? ''
      const day = snapshot.lots.day[lot] ?? null
      const source = { kind: 'lot', transaction } as const
      money.push([
        sheet.input('lot', view.lotCost[lot] ?? 0, { ...moneyFacts(frame, position, day), source }),
        1,
      ])
      const held = sheet.input('units', snapshot.lots.units[lot] ?? 0, { unit: 'number', day, source })
      const factor = factors?.get(lot) ?? 1
      const owed = factor === 1 ? null : sheet.input('factor', factor, { unit: 'number', day, source })
      units.push([owed === null ? held : sheet.step('product', 'units', [held, owed], { unit: 'number' }), 1])
    }
  return { money, units }
}

/** Average entry price of a closed position: |cost of all lots| / (units x pool factor x contract size). */
function closedEntryCell(frame: Frame, position: number, to: Day): number {
  const { sheet } = frame
  const facts = { unit: 'price', currency: figureCurrency(frame, position) } as const
  const { money, units } = entryCells(frame, position, to)
  const cost = sheet.sum('cost', money, moneyFacts(frame, position))
  const highest = sheet.step('highest', 'cost', [cost], moneyFacts(frame, position))
  const all = sheet.sum('units', units, { unit: 'number' })
  const size = sizeCell(frame, position)
  const sized = size === null ? all : sheet.step('product', 'units', [all, size], { unit: 'number' })
  return sheet.step('quotient', 'price', [highest, sized], facts)
}

/** Average entry price of open contracts: sum of open units x entry price of every lot / open units. */
function averageEntryCell(frame: Frame, position: number, to: Day): number {
  const { sheet, snapshot } = frame
  const currency = snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? null
  const facts = { unit: 'price', currency, day: to } as const
  const money: Signed[] = []
  const units: Signed[] = []
  for (const [lot, left] of openLotShares(snapshot, position, to)) {
    const open = (snapshot.lots.units[lot] ?? 0) * left
    const day = snapshot.lots.day[lot] ?? null
    const transaction = textAt(snapshot.transactions, snapshot.lots.transaction[lot] ?? -1) ?? ''
    const source = { kind: 'lot', transaction } as const
    const held = sheet.input('units', open, { unit: 'number', day, source })
    const price = sheet.input('entry_price', snapshot.lots.unitCost[lot] ?? Number.NaN, {
      ...facts,
      day,
      source,
    })
    units.push([held, 1])
    money.push([sheet.step('product', 'lot', [held, price], { unit: 'money', currency, day }), 1])
  }
  const sum = sheet.sum('cost', money, { unit: 'money', currency, day: to })
  const all = sheet.sum('units', units, { unit: 'number', day: to })
  return sheet.step('quotient', 'entry_price', [sum, all], facts)
}

/** Average entry price of open contracts, see `contractEntry`, x rate at the end. */
function contractEntryCell(frame: Frame, position: number, to: Day): number {
  const { sheet } = frame
  const price = averageEntryCell(frame, position, to)
  const rate = rateCell(frame, position, to)
  const facts = { unit: 'price', currency: figureCurrency(frame, position), day: to } as const
  return sheet.step('product', 'price', rate === null ? [price] : [price, rate], facts)
}

/** Average entry price before costs. */
export function openPriceCell(frame: Frame, position: number, to: Day): number {
  const { snapshot, sheet } = frame
  if (isContract(frame, position)) return contractEntryCell(frame, position, to)
  if (unitsOn(snapshot, position, to) === 0) return closedEntryCell(frame, position, to)
  const cost = costCell(frame, position, to)
  const units = unitsCell(frame, position, to)
  return sheet.step('quotient', 'price', [cost, units], {
    unit: 'price',
    currency: figureCurrency(frame, position),
    day: to,
  })
}

/** Units x contract size x pool factor: the units that quotes refer to. */
function sizedCell(frame: Frame, position: number, to: Day, units: number): number {
  const factors = [sizeCell(frame, position), factorCell(frame, position, to)].filter(cell => cell !== null)
  return factors.length === 0
    ? units
    : frame.sheet.step('product', 'units', [units, ...factors], { unit: 'number' })
}

function unitsCell(frame: Frame, position: number, to: Day): number {
  return sizedCell(frame, position, to, quantityCell(frame, position, to))
}

/** Break-even: price - (P/L of the whole life + gains carried in) / (quantity x contract size x pool factor). */
export function breakEvenCell(frame: Frame, position: number, to: Day): number {
  const { sheet } = frame
  const events = eventsWithin(frame, position, EVER, to)
  const facts = { unit: 'price', currency: figureCurrency(frame, position), day: to } as const
  const life = sheet.sum(
    'pnl_of_life',
    [
      [valueCell(frame, position, to, 'value'), 1],
      [investedCell(frame, position, EVER, to), -1],
      [amountSumCell(frame, position, events, 'income', 'income'), 1],
      [amountSumCell(frame, position, events, 'fees', 'fees'), -1],
      [amountSumCell(frame, position, events, 'taxes', 'taxes'), -1],
      ...carriedTerms(frame, position, EVER, to, true),
    ],
    moneyFacts(frame, position, to),
  )
  const perUnit = sheet.step('quotient', 'pnl_of_life', [life, unitsCell(frame, position, to)], facts)
  return sheet.sum(
    'price',
    [
      [currentPriceCell(frame, position, to), 1],
      [perUnit, -1],
    ],
    facts,
  )
}

/** Exposure, see `exposureOn`: the notional of futures and forwards, the underlying of options, else the value. */
export function exposureCell(frame: Frame, position: number, to: Day): number {
  const { snapshot, sheet } = frame
  const instrument = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]
  if (isContract(frame, position)) return notionalCell(frame, position, to, 'result')
  const isOption = instrument?.type === 'option' && instrument.right != null
  if (!isOption || unitsOn(snapshot, position, to) === 0) return valueCell(frame, position, to, 'value')
  const place = snapshot.underlyings[snapshot.positions.instrument[position] ?? -1] ?? -1
  const underlying = snapshot.instruments[place]
  const { price, isStrike } = underlyingPrice(instrument, underlying, closeOn(snapshot.prices[place], to))
  if (Number.isNaN(price)) return valueCell(frame, position, to, 'value')
  const currency = snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? ''
  const terms = { kind: 'terms', instrument: instrument.id } as const
  const priced =
    underlying && !isStrike
      ? priceOnCell(frame, place, to, { currency, label: 'underlying' })
      : sheet.input('strike', price, { unit: 'price', currency, source: terms })
  const rate = rateCell(frame, position, to)
  const size = sizeCell(frame, position)
  const factors = [
    quantityCell(frame, position, to),
    ...(size === null ? [] : [size]),
    priced,
    sheet.input('direction', instrument.right === 'call' ? 1 : -1, { unit: 'number', source: terms }),
    ...(rate === null ? [] : [rate]),
  ]
  return sheet.step('product', 'result', factors, moneyFacts(frame, position, to))
}
