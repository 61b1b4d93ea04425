import type { DraftInput, InstrumentHint } from '../draft.ts'
import { noInstrument } from '../draft.ts'
import { RowProblem } from '../problem.ts'
import type { Collector } from '../reading.ts'
import type { Place } from '../row-outcomes.ts'
import { wholeCurrency } from '../text/currency.ts'
import { isNegative, isZero, magnitude, plus, strictDecimal } from '../text/decimal.ts'
import {
  currencyAttribute,
  type FlexRow,
  flexInstrument,
  momentAttribute,
  numberAttribute,
  textAttribute,
} from './attributes.ts'

/** The net change of one security in an action; cancelled rows offset each other. */
interface Leg {
  readonly place: Place
  readonly row: FlexRow
  readonly instrument: InstrumentHint
  readonly quantity: string
  readonly proceeds: string
  readonly value: string
}

interface Action {
  readonly text: string
  readonly type: string
  readonly base: DraftInput
  readonly id: string | null
  readonly out: readonly Leg[]
  readonly into: readonly Leg[]
}

/** 'OLD(US…) MERGED(Acquisition) WITH US… 1 FOR 2 (NEW, NEW INC, US…)': drops the last part, the row's own security. */
const actionText = (row: FlexRow) =>
  (textAttribute(row, 'actionDescription', 'description') ?? '').replace(/ ?\([^()]*\)$/, '')

/** Groups rows into actions: the same text at the same time. */
export function readCorporateActions(collect: Collector, rows: readonly FlexRow[]): void {
  const groups = Map.groupBy(
    rows,
    row => `${textAttribute(row, 'dateTime', 'reportDate')} ${actionText(row)}`,
  )
  for (const group of groups.values()) {
    const first = group[0]
    if (!first) continue
    for (const row of group) collect.join(row.place, first.place)
    collect.row(first.place, () => {
      const action = readAction(first, group)
      if (action.out.length + action.into.length === 0)
        for (const row of group) collect.skip(row.place, 'reversed')
      else draftAction(collect, action)
    })
  }
}

function readAction(first: FlexRow, group: readonly FlexRow[]): Action {
  const legs = new Map<string, Leg>()
  for (const row of group) {
    const instrument = flexInstrument(row)
    if (!instrument) throw new RowProblem('no_instrument')
    const key = instrument.isin ?? instrument.identifiers[0]?.value ?? instrument.symbol ?? ''
    const before = legs.get(key)
    const add = (name: string, sum: string | undefined) => plus(numberAttribute(row, name) ?? '0', sum ?? '0')
    legs.set(key, {
      place: before?.place ?? row.place,
      row: before?.row ?? row,
      instrument,
      quantity: add('quantity', before?.quantity),
      proceeds: add('proceeds', before?.proceeds),
      value: add('value', before?.value),
    })
  }
  const moved = [...legs.values()].filter(leg => !isZero(leg.quantity) || !isZero(leg.proceeds))
  return {
    text: actionText(first),
    type: textAttribute(first, 'type') ?? '',
    id: textAttribute(first, 'actionID', 'transactionID'),
    base: {
      type: 'merger',
      ...momentAttribute(first, 'dateTime', 'reportDate'),
      settleDate: momentAttribute(first, 'reportDate', 'dateTime').date,
      currency: wholeCurrency(currencyAttribute(first)),
      note: actionText(first),
    },
    out: moved.filter(leg => isNegative(leg.quantity)),
    into: moved.filter(leg => !isNegative(leg.quantity)),
  }
}

function draftAction(collect: Collector, action: Action): void {
  const ratio = /([\d.]{1,60}) (?:FOR|F(?:Ü|UE)R|POR|POUR|PER) ([\d.]{1,60})/i.exec(action.text)
  const [numerator, denominator] = (ratio ?? []).slice(1).map(part => strictDecimal(part, 'ratio'))
  const [out, into] = [action.out[0], action.into[0]]
  const isSplit = /SPLIT\b/i.test(action.text) && numerator !== undefined && denominator !== undefined
  if (isSplit && !(out && into)) {
    const leg = out ?? into
    if (leg) add(collect, action, leg, 'split', { type: 'split', numerator, denominator, quantity: null })
  } else if (/SPIN-?\s?OFF/i.test(action.text)) {
    spinOff(collect, action, numerator, denominator)
  } else if (out && into) {
    exchange(collect, action, numerator, denominator)
  } else if (/RIGHTS|SUBSCRIPTION/i.test(action.text) && into) {
    add(collect, action, into, 'in', {
      type: 'rights',
      side: 'in',
      quantity: into.quantity,
      amount: '0',
      net: '0',
    })
  } else if (/STOCK DIVIDEND|BONUS/i.test(action.text) && into) {
    add(collect, action, into, 'in', {
      type: 'trade',
      side: 'buy',
      quantity: into.quantity,
      amount: '0',
      net: '0',
    })
  } else if (
    out &&
    (!isZero(out.proceeds) || /LIQUIDAT|MATUR|CALL|REDE|WORTHLESS|DELIST/i.test(action.text))
  ) {
    paidOut(collect, action, out)
  } else {
    throw new RowProblem('not_supported', { value: action.text || action.type })
  }
}

function add(
  collect: Collector,
  { base, id }: Action,
  leg: Leg,
  side: string,
  facts: Partial<DraftInput>,
): void {
  const draft = { ...base, instrument: leg.instrument, ...facts, reference: id }
  const key = leg.instrument.isin ?? leg.instrument.symbol ?? ''
  collect.draft(leg.place, draft, id ? { kind: 'id', id: `action:${id}:${key}:${side}` } : null)
}

/** Shares for cash: a cash merger, a redeemed bond, a liquidation. */
function paidOut(collect: Collector, action: Action, out: Leg): void {
  const perShare = /FOR [A-Z]{3} ([\d.]+) PER SHARE/i.exec(action.text)?.[1]
  add(collect, action, out, 'out', {
    type: 'redemption',
    side: 'sell',
    quantity: out.quantity,
    price: perShare === undefined ? null : strictDecimal(perShare, 'price'),
    net: magnitude(out.proceeds),
  })
}

/** One security for another. Cash in lieu of fractions is posted with the new shares. */
function exchange(
  collect: Collector,
  action: Action,
  numerator: string | undefined,
  denominator: string | undefined,
): void {
  const [out, into] = [action.out[0], action.into[0]]
  if (!out || !into || action.out.length > 1 || action.into.length > 1)
    throw new RowProblem('not_supported', { value: action.text })
  const link = buildLink(action, out, into)
  const cash = plus(out.proceeds, into.proceeds)
  add(collect, action, out, 'out', { type: 'merger', side: 'out', quantity: out.quantity, link })
  add(collect, action, into, 'in', {
    type: 'merger',
    side: 'in',
    quantity: into.quantity,
    amount: isZero(into.value) ? null : magnitude(into.value),
    link,
    net: isZero(cash) || isNegative(cash) ? null : cash,
    numerator: numerator ?? into.quantity,
    denominator: denominator ?? magnitude(out.quantity),
  })
}

function buildLink(action: Action, ...legs: Leg[]): string {
  return `action:${action.id ?? `${action.base.date}:${legs.map(leg => leg.instrument.isin ?? leg.instrument.symbol).join(':')}`}`
}

/** 'PARENT(US…) SPINOFF 1 FOR 4': the parent keeps its shares and passes on part of its cost. */
function spinOff(
  collect: Collector,
  action: Action,
  numerator: string | undefined,
  denominator: string | undefined,
): void {
  const child = action.into[0]
  const parent = /^(.+?)\(([A-Z]{2}[A-Z0-9]{9}\d)\)/.exec(action.text)
  if (!child) throw new RowProblem('not_supported', { value: action.text })
  if (!parent) throw new RowProblem('no_parent')
  const link = buildLink(action, child)
  const giver: Leg = {
    ...child,
    instrument: {
      ...noInstrument,
      isin: parent[2] ?? null,
      symbol: parent[1]?.trim() ?? null,
      currency: child.instrument.currency,
      type: 'equity',
    },
  }
  add(collect, action, giver, 'parent', { type: 'spin_off', side: 'out', quantity: '0', link })
  add(collect, action, child, 'child', {
    type: 'spin_off',
    side: 'in',
    quantity: child.quantity,
    amount: isZero(child.value) ? null : magnitude(child.value),
    link,
    numerator: numerator ?? null,
    denominator: denominator ?? null,
  })
}
