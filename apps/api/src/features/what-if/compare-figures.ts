import type { ReceiptFigure, WhatIfReason, WhatIfRow } from '@plumbline/contract'
import { fillText, type Language, textsIn } from '@plumbline/contract/texts'
import { currencyDecimals, roundTo } from '@plumbline/engine'
import type { HeldPosition, WhatIfFigures } from './what-if-figures.query.ts'

type Texts = ReturnType<typeof textsIn>

/** One side of a row. */
interface Side {
  value: number | null
  reason?: WhatIfReason | null | undefined
  /** Whether the value is of a whole: with a reason it is of the known part. */
  isOfWhole?: boolean
  date?: string | null
  state?: string | null
  position?: string | null
}

interface Row {
  section: WhatIfRow['section']
  key: string
  name: string
  unit: WhatIfRow['unit']
  currency?: string | null
  receipt?: ReceiptFigure
}

/** The rows of a comparison. What is on one side only has a row, missing or zero on the other. */
export function compareFigures(before: WhatIfFigures, after: WhatIfFigures, language: Language): WhatIfRow[] {
  const texts = textsIn(language)
  return [
    ...compareTotals(before, after, texts),
    ...compareCash(before, after),
    ...comparePositions(before, after, texts),
    ...compareAllocation(before, after),
    ...compareDrift(before, after),
    ...compareLadder(before, after, texts),
    ...compareRisk(before, after, texts),
  ]
}

function buildRow(row: Row, before: Side, after: Side): WhatIfRow {
  const why = ({ value, reason, date, isOfWhole }: Side) => {
    if (value === null && date == null) return reason ?? 'no_value'
    return isOfWhole ? (reason ?? null) : null
  }
  // A whole and a known part do not compare.
  const isKnown = before.value !== null && after.value !== null && why(before) === why(after)
  return {
    section: row.section,
    key: row.key,
    name: row.name,
    unit: row.unit,
    currency: row.currency ?? null,
    before: before.value,
    after: after.value,
    change: isKnown ? findChange(row, before.value ?? 0, after.value ?? 0) : null,
    date_before: before.date ?? null,
    date_after: after.date ?? null,
    reason_before: why(before),
    reason_after: why(after),
    state_before: before.state ?? null,
    state_after: after.state ?? null,
    receipt: row.receipt ?? null,
    position_before: before.position ?? null,
    position_after: after.position ?? null,
  }
}

/** Money differs by whole coins: less would be a rounding of the sums. */
function findChange({ unit, currency }: Row, before: number, after: number): number {
  return unit === 'money' ? roundTo(after - before, currencyDecimals(currency ?? '')) : after - before
}

function compareTotals(before: WhatIfFigures, after: WhatIfFigures, texts: Texts): WhatIfRow[] {
  const names = {
    balance_total: texts.what_if_nav,
    balance_allocated: texts.what_if_allocated,
    balance_cash: texts.what_if_cash,
    exposure: texts.what_if_exposure,
    pnl_abs_total: texts.what_if_pnl,
  }
  const figures = Object.keys(names) as (keyof typeof names)[]
  return figures.map(figure =>
    buildRow(
      {
        section: 'value',
        key: figure,
        name: names[figure],
        unit: 'money',
        currency: after.basis.currency,
        receipt: figure,
      },
      { value: before.totals[figure], reason: before.reasons[figure], isOfWhole: true },
      { value: after.totals[figure], reason: after.reasons[figure], isOfWhole: true },
    ),
  )
}

function compareCash(before: WhatIfFigures, after: WhatIfFigures): WhatIfRow[] {
  const sum = ({ cash }: WhatIfFigures, currency: string) =>
    cash.reduce((total, row) => (row.currency === currency ? total + row.amount : total), 0)
  const currencies = new Set([...before.cash, ...after.cash].map(({ currency }) => currency))
  return [...currencies]
    .sort()
    .map(currency =>
      buildRow(
        { section: 'cash', key: currency, name: currency, unit: 'money', currency },
        { value: sum(before, currency) },
        { value: sum(after, currency) },
      ),
    )
}

function comparePositions(before: WhatIfFigures, after: WhatIfFigures, texts: Texts): WhatIfRow[] {
  const positionKey = ({ account, instrument }: HeldPosition) => `${account}/${instrument}`
  const was = new Map(before.positions.map(position => [positionKey(position), position]))
  const is = new Map(after.positions.map(position => [positionKey(position), position]))
  return [...new Set([...was.keys(), ...is.keys()])].flatMap(key =>
    comparePosition(key, was.get(key), is.get(key), { texts, currency: after.basis.currency }),
  )
}

function comparePosition(
  key: string,
  before: HeldPosition | undefined,
  after: HeldPosition | undefined,
  { texts, currency }: { texts: Texts; currency: string },
): WhatIfRow[] {
  const known = after ?? before
  const figures = [
    { field: 'quantity', receipt: 'quantity', unit: 'quantity', currency: null, none: 0 },
    { field: 'value', receipt: 'value', unit: 'money', currency, none: 0 },
    { field: 'breakEven', receipt: 'price_break_even', unit: 'price', currency: known?.currency, none: null },
    { field: 'pnl', receipt: 'pnl_abs_total', unit: 'money', currency, none: null },
  ] as const
  const side = (
    position: HeldPosition | undefined,
    field: (typeof figures)[number]['field'],
    none: 0 | null,
  ) => ({
    value: position ? position[field] : none,
    reason: position ? position.reason : ('not_held' as const),
    position: position?.id ?? null,
  })
  return figures.map(({ field, receipt, unit, currency: of = null, none }) =>
    buildRow(
      {
        section: 'position',
        key: `${key}/${field}`,
        name: fillText(texts[`what_if_position_${field}`], { name: known?.name ?? '' }),
        unit,
        currency: of,
        receipt,
      },
      side(before, field, none),
      side(after, field, none),
    ),
  )
}

function compareAllocation(before: WhatIfFigures, after: WhatIfFigures): WhatIfRow[] {
  const find = ({ allocation }: WhatIfFigures, key: string) => allocation.find(row => row.key === key)
  const keys = new Set([...after.allocation, ...before.allocation].map(({ key }) => key))
  return [...keys].map(key => {
    const [was, is] = [find(before, key), find(after, key)]
    return buildRow(
      { section: 'allocation', key, name: is?.name ?? was?.name ?? key, unit: 'share' },
      { value: was ? was.weight : 0, reason: was?.reason, isOfWhole: true },
      { value: is ? is.weight : 0, reason: is?.reason, isOfWhole: true },
    )
  })
}

function compareDrift(before: WhatIfFigures, after: WhatIfFigures): WhatIfRow[] {
  return after.drift.map(row => {
    const was = before.drift.find(each => each.target === row.target && each.bucket === row.bucket)
    return buildRow(
      { section: 'drift', key: `${row.target}/${row.bucket}`, name: row.name, unit: 'points' },
      { value: was?.drift ?? null, state: was?.state ?? null, reason: was?.reason, isOfWhole: true },
      { value: row.drift, state: row.state, reason: row.reason, isOfWhole: true },
    )
  })
}

function compareLadder(before: WhatIfFigures, after: WhatIfFigures, texts: Texts): WhatIfRow[] {
  const find = ({ ladder }: WhatIfFigures, currency: string) => ladder.find(row => row.currency === currency)
  const currencies = new Set([...before.ladder, ...after.ladder].map(({ currency }) => currency))
  return [...currencies].sort().flatMap(currency => {
    const [was, is] = [find(before, currency), find(after, currency)]
    const row = (key: 'lowest' | 'closing' | 'runs_dry', unit: 'money' | 'date'): Row => ({
      section: 'ladder',
      key: `${currency}/${key}`,
      name: fillText(texts[`what_if_ladder_${key}`], { currency }),
      unit,
      currency,
    })
    const dry = (side: typeof was): Side => ({ value: null, date: side?.runsDry ?? null, reason: 'never' })
    return [
      buildRow(row('lowest', 'money'), { value: was?.lowest ?? 0 }, { value: is?.lowest ?? 0 }),
      buildRow(row('closing', 'money'), { value: was?.closing ?? 0 }, { value: is?.closing ?? 0 }),
      buildRow(row('runs_dry', 'date'), dry(was), dry(is)),
    ]
  })
}

function compareRisk(before: WhatIfFigures, after: WhatIfFigures, texts: Texts): WhatIfRow[] {
  const side = ({ risk, reasons }: WhatIfFigures, figure: 'volatility' | 'valueAtRisk'): Side => ({
    value: risk[figure],
    reason: reasons.pnl_abs_total ?? 'few_days',
  })
  const row = (key: 'volatility' | 'valueAtRisk'): Row => ({
    section: 'risk',
    key,
    name: key === 'volatility' ? texts.what_if_volatility : texts.what_if_value_at_risk,
    unit: 'share',
  })
  return [
    buildRow(row('volatility'), side(before, 'volatility'), side(after, 'volatility')),
    buildRow(row('valueAtRisk'), side(before, 'valueAtRisk'), side(after, 'valueAtRisk')),
    buildRow(
      { section: 'risk', key: 'observations', name: texts.what_if_observations, unit: 'days' },
      { value: before.risk.observations },
      { value: after.risk.observations },
    ),
  ]
}
