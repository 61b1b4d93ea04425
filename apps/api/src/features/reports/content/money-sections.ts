import type { Cell, ReportRow, ReportSection, ReportTable } from '../document.ts'
import { assetColours, otherColour } from '../print/look.ts'
import type { PeriodFigures, PeriodRow } from '../report-periods.query.ts'
import type { GroupedReply, PerformanceReply } from './answers.ts'
import type { Words } from './words.ts'

/** What came together over the period, day by day and year by year. */
export function performanceSection(
  words: Words,
  { data }: PerformanceReply,
  { years, whole }: PeriodFigures,
): ReportSection {
  const { currency } = data.basis
  return {
    title: words.say('report_section_performance'),
    chart: {
      title: words.say('report_chart_pnl'),
      unit: words.say('report_chart_unit', { currency }),
      days: data.daily_pnl.map(day => Date.parse(day.date) / 86_400_000),
      values: data.daily_pnl.map(day => day.pnl_abs_total),
    },
    tables: [periodTable(words, 'year', years, whole)],
  }
}

export function monthsSection(words: Words, { months, whole }: PeriodFigures): ReportSection {
  return { title: words.say('report_section_months'), tables: [periodTable(words, 'month', months, whole)] }
}

function periodTable(words: Words, unit: 'year' | 'month', rows: PeriodRow[], whole: PeriodRow): ReportTable {
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
      words.column(unit, 'text', true),
      words.column('opening', 'money'),
      words.column('flow', 'money'),
      words.column('pnl', 'gain'),
      words.column('closing', 'money'),
      words.column('return', 'return'),
    ],
    rows: rows.map(row => ({
      cells: cells(row.isPartial ? `${row.key} (${words.date(row.to)})` : row.key, row),
    })),
    total: cells(words.say('report_col_whole'), whole),
    note: null,
  }
}

/** How the whole is spread, closed positions told apart. */
export function allocationSection(words: Words, { data }: GroupedReply): ReportSection {
  const value = sumOf(data.map(group => group.value))
  const open = sumOf(data.map(group => group.open.pnl_abs_total))
  const closed = sumOf(data.map(group => group.closed.pnl_abs_total))
  const format = new Intl.NumberFormat(words.language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  })
  const held = data.filter(group => (group.value ?? 0) !== 0 || group.count > 0)
  return {
    title: words.say('report_section_allocation'),
    shares: held.map(group => ({
      label: group.name,
      value: group.value ?? 0,
      colour: assetColours[group.key] ?? otherColour,
    })),
    tables: [
      {
        title: '',
        columns: [
          words.column('type', 'text', true),
          words.column('value', 'money'),
          words.column('share', 'share'),
          words.column('pnl', 'gain'),
        ],
        rows: held.map(group => ({
          cells: [group.name, group.value, group.weight, group.open.pnl_abs_total],
          colour: assetColours[group.key] ?? otherColour,
        })),
        total: [words.say('report_head_nav'), value, value === 0 ? null : 1, open],
        note: words.say('report_note_closed', {
          closed: format.format(closed),
          all: format.format(open + closed),
        }),
      },
    ],
  }
}

export function accountsSection(words: Words, { data }: GroupedReply): ReportSection {
  const rows: ReportRow[] = data.map(group => ({
    cells: [group.name, group.value, group.weight, group.pnl_abs_total, group.pnl_rel_total],
  }))
  return {
    title: words.say('report_section_accounts'),
    tables: [
      {
        title: '',
        columns: [
          words.column('account', 'text', true),
          words.column('value', 'money'),
          words.column('share', 'share'),
          words.column('pnl', 'gain'),
          words.column('return', 'return'),
        ],
        rows,
        total: [
          words.say('report_head_nav'),
          sumOf(data.map(group => group.value)),
          1,
          sumOf(data.map(group => group.pnl_abs_total)),
          null,
        ],
        note: null,
      },
    ],
  }
}

export function riskSection(words: Words, periods: PeriodFigures): ReportSection {
  const rows: [Parameters<Words['say']>[0], number | null][] = [
    ['report_measure_twr', periods.whole.twr],
    ['report_measure_twr_annual', periods.twrAnnual],
    ['report_measure_xirr', periods.xirr],
    ['report_measure_volatility', periods.volatility],
    ['report_measure_drawdown', periods.drawdown],
  ]
  return {
    title: words.say('report_section_risk'),
    tables: [
      {
        title: '',
        columns: [words.column('measure', 'text', true), words.column('whole', 'return')],
        rows: rows.map(([key, value]) => ({ cells: [words.say(key), value] })),
        total: null,
        note: null,
      },
    ],
  }
}

/** Sums of what is known; what is unknown is told in the notes. */
export function sumOf(values: readonly (number | null)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}
