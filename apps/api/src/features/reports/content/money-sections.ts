import { currencyDecimals, formatAmount, roundTo, weightIn } from '@plumbline/contract/format'
import type { Cell, ReportRow, ReportSection, ReportTable } from '../document.ts'
import { assetColours } from '../print/theme.ts'
import type { PeriodFigures, PeriodRow } from '../report-periods.query.ts'
import type { GroupedReply, PerformanceReply } from './report-figures.ts'
import type { ReportTexts } from './report-texts.ts'

/** The P/L of the period by day and by year. */
export function performanceSection(
  texts: ReportTexts,
  { data }: PerformanceReply,
  { years, whole }: PeriodFigures,
): ReportSection {
  const { currency } = data.basis
  return {
    title: texts.get('report_section_performance'),
    chart: {
      title: texts.get('report_chart_pnl'),
      unit: texts.get('report_chart_unit', { currency }),
      days: data.daily_pnl.map(day => Date.parse(day.date) / 86_400_000),
      values: data.daily_pnl.map(day => day.pnl_abs_total),
    },
    tables: [periodTable(texts, 'year', years, whole)],
  }
}

export function monthsSection(texts: ReportTexts, { months, whole }: PeriodFigures): ReportSection {
  return { title: texts.get('report_section_months'), tables: [periodTable(texts, 'month', months, whole)] }
}

function periodTable(
  texts: ReportTexts,
  unit: 'year' | 'month',
  rows: PeriodRow[],
  whole: PeriodRow,
): ReportTable {
  const cells = (label: string, row: PeriodRow): Cell[] => [
    label,
    row.opening,
    row.flow,
    row.pnl,
    row.closing,
    row.twr,
  ]
  return {
    title: '',
    columns: [
      texts.column(unit, 'text', true),
      texts.column('opening', 'money'),
      texts.column('flow', 'money'),
      texts.column('pnl', 'gain'),
      texts.column('closing', 'money'),
      texts.column('return', 'return'),
    ],
    rows: rows.map(row => ({ cells: cells(markGaps(texts, periodLabel(texts, unit, row), row), row) })),
    total: cells(markGaps(texts, texts.get('report_col_whole'), whole), whole),
    sum: {
      result: 4,
      terms: [
        { column: 1, sign: 1, isBalance: true },
        { column: 2, sign: 1 },
        { column: 3, sign: 1 },
      ],
    },
    note: null,
  }
}

/** Marks a period whose opening or closing value is partial. */
function markGaps(texts: ReportTexts, label: string, { hasGaps }: PeriodRow): string {
  return hasGaps ? texts.get('report_partial_sum', { label }) : label
}

/** A year, or a month by its name; with its last day if that is not the last of the year or month. */
function periodLabel(texts: ReportTexts, unit: 'year' | 'month', { key, to, isPartial }: PeriodRow): string {
  const period = unit === 'year' ? key : texts.month(key)
  return isPartial ? texts.get('report_row_until', { period, date: texts.date(to) }) : period
}

/** The allocation by type; the note states the P/L of closed positions. */
export function allocationSection(
  texts: ReportTexts,
  { data, basis: { currency } }: GroupedReply,
): ReportSection {
  const value = sumKnown(data.map(group => group.value))
  const open = sumAll(data.map(group => group.open.pnl_abs_total))
  const closed = sumAll(data.map(group => group.closed.pnl_abs_total))
  const decimals = currencyDecimals(currency)
  const amount = (value: number) => formatAmount(value, texts.locale, { currency, sign: 'always' })
  // The note adds up as printed, beside the total of open positions.
  const closedNote = (openPnl: number, closedPnl: number) => {
    const all = roundTo(openPnl + closedPnl, decimals)
    return texts.get('report_note_closed', {
      closed: amount(roundTo(all - roundTo(openPnl, decimals), decimals)),
      all: amount(all),
    })
  }
  const held = data.filter(group => (group.value ?? 0) !== 0 || group.count > 0)
  return {
    title: texts.get('report_section_allocation'),
    shares: held.map(group => ({
      label: group.name,
      value: group.value ?? 0,
      colour: assetColour(group.key),
    })),
    tables: [
      {
        title: '',
        columns: [
          texts.column('type', 'text', true),
          texts.column('value', 'money'),
          texts.column('share', 'share'),
          texts.column('pnl', 'gain'),
        ],
        rows: held.map(group => ({
          cells: [group.name, group.value, group.weight, group.open.pnl_abs_total],
          colour: assetColour(group.key),
        })),
        total: [navLabel(texts, data), value, weightIn(value, value), open],
        note: open === null || closed === null ? null : closedNote(open, closed),
      },
    ],
  }
}

function assetColour(key: string): string {
  return key in assetColours ? assetColours[key as keyof typeof assetColours] : assetColours.other
}

/** The net asset value, marked as partial when a group leaves positions out. */
function navLabel(texts: ReportTexts, groups: GroupedReply['data']): string {
  const label = texts.get('report_head_nav')
  const isPartial = groups.some(({ flags }) => flags.some(({ code }) => code === 'partial'))
  if (isPartial) return texts.get('report_partial_sum', { label })
  return sumLabel(
    texts,
    label,
    groups.map(group => group.value),
  )
}

export function accountsSection(texts: ReportTexts, { data, total }: GroupedReply): ReportSection {
  const rows: ReportRow[] = data.map(group => ({
    cells: [group.name, group.value, group.weight, group.pnl_abs_total, group.pnl_rel_total, group.twr],
  }))
  return {
    title: texts.get('report_section_accounts'),
    tables: [
      {
        title: '',
        columns: [
          texts.column('account', 'text', true),
          texts.column('value', 'money'),
          texts.column('share', 'share'),
          texts.column('pnl', 'gain'),
          texts.column('on_capital', 'return'),
          texts.column('return', 'return'),
        ],
        rows,
        total: [
          navLabel(texts, data),
          sumKnown(data.map(group => group.value)),
          sumKnown(data.map(group => group.weight)) === null ? null : 1,
          sumAll(data.map(group => group.pnl_abs_total)),
          total?.pnl_rel_total ?? null,
          total?.twr ?? null,
        ],
        note: null,
      },
    ],
  }
}

export function riskSection(texts: ReportTexts, periods: PeriodFigures): ReportSection {
  const rows: [Parameters<ReportTexts['get']>[0], number | null, isNeutral?: true][] = [
    ['report_measure_twr', periods.whole.twr],
    ['report_measure_twr_annual', periods.twrAnnual],
    ['report_measure_xirr', periods.xirr],
    ['report_measure_volatility', periods.volatility, true],
    ['report_measure_drawdown', periods.drawdown, true],
  ]
  const isTooShort = periods.volatility === null && periods.drawdown !== null
  return {
    title: texts.get('report_section_risk'),
    tables: [
      {
        title: '',
        columns: [texts.column('measure', 'text', true), texts.column('whole', 'return')],
        rows: rows.map(([key, value, isNeutral]) => ({
          cells: [texts.get(key), value],
          ...(isNeutral && { isNeutral }),
        })),
        total: null,
        note: isTooShort ? texts.get('report_note_after_one_year') : null,
      },
    ],
  }
}

/** Sums the known values; null when nothing of value is known. The label of a sum with unknown values says that it is partial. */
export function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.flatMap(value => value ?? [])
  const sum = known.reduce((total, value) => total + value, 0)
  return sum === 0 && known.length < values.length ? null : sum
}

/** The sum, or null when a value is unknown: a P/L needs all of them. */
export function sumAll(values: readonly (number | null)[]): number | null {
  return values.includes(null) ? null : sumKnown(values)
}

/** The label of a sum, marked when some of its values are unknown. */
export function sumLabel(texts: ReportTexts, label: string, values: readonly (number | null)[]): string {
  const isPartial = values.includes(null) && sumKnown(values) !== null
  return isPartial ? texts.get('report_partial_sum', { label }) : label
}
