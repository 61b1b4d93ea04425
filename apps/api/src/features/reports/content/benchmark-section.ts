import { formatPercent } from '@plumbline/contract/format'
import type { Cell, ReportSection, ReportTable } from '../document.ts'
import type { BenchmarkReply } from './report-figures.ts'
import type { ReportTexts } from './report-texts.ts'

type Period = BenchmarkReply['data']['periods'][number]

/** The portfolio against its benchmark, and where the difference comes from; nothing without a benchmark. */
export function benchmarkSections(texts: ReportTexts, reply: BenchmarkReply): ReportSection[] {
  const { data } = reply
  const { benchmark, periods } = data
  const [chosen] = periods
  if (benchmark === null || !chosen) return []
  const tables = [periodsTable(texts, periods, listMissingReturns(texts, reply)), riskTable(texts, chosen)]
  const effects = effectsTable(texts, data)
  return [
    {
      title: texts.get('report_section_benchmark', { name: benchmark.name }),
      tables: effects ? [...tables, effects] : tables,
    },
  ]
}

/** Why the benchmark has no return in the period of the report. */
export function listMissingReturns(texts: ReportTexts, { data }: BenchmarkReply): string[] {
  const missing = data.periods[0]?.missing ?? []
  return missing.map(({ instrument, known_from }) => {
    const name = instrument?.name ?? data.benchmark?.name ?? ''
    return known_from === null
      ? texts.get('report_benchmark_unknown', { name })
      : texts.get('report_benchmark_missing', { name, date: texts.date(known_from) })
  })
}

function periodsTable(
  texts: ReportTexts,
  periods: readonly Period[],
  missing: readonly string[],
): ReportTable {
  const [chosen] = periods
  const isSame = (period: Period) =>
    period.start_date === chosen?.start_date && period.end_date === chosen.end_date
  return {
    title: '',
    columns: [
      texts.column('period', 'text', true),
      texts.column('return', 'return'),
      texts.column('benchmark', 'return'),
      texts.column('difference', 'points'),
    ],
    rows: periods
      .filter((period, place) => place === 0 || !isSame(period))
      .map(period => ({
        cells: [
          texts.get(period.is_annual ? 'report_row_annual' : 'report_row_period', {
            from: texts.date(period.start_date),
            to: texts.date(period.end_date),
          }),
          period.portfolio,
          period.benchmark,
          period.difference,
        ],
      })),
    total: null,
    note: missing.length > 0 ? missing.join('. ') : null,
  }
}

function riskTable(texts: ReportTexts, period: Period): ReportTable {
  const { locale } = texts
  const share = (value: number | null, decimals = 2): Cell =>
    value === null ? null : formatPercent(value, locale, { sign: 'minus', decimals })
  const rows: [Parameters<ReportTexts['get']>[0], Cell][] = [
    ['report_measure_tracking_error', share(period.tracking_error)],
    ['report_measure_information_ratio', period.information_ratio],
    ['report_measure_beta', period.beta],
    ['report_measure_alpha', share(period.alpha)],
    ['report_measure_up_capture', share(period.up_capture, 0)],
    ['report_measure_down_capture', share(period.down_capture, 0)],
  ]
  return {
    title: '',
    columns: [texts.column('measure', 'text', true), texts.column('whole', 'number')],
    rows: rows.map(([key, value]) => ({ cells: [texts.get(key), value], isNeutral: true })),
    total: null,
    note: null,
  }
}

function effectsTable(texts: ReportTexts, { attribution }: BenchmarkReply['data']): ReportTable | null {
  if (attribution === null) return null
  const cells = (name: string, row: (typeof attribution)['total']): Cell[] => [
    name,
    row.allocation,
    row.selection,
    row.interaction,
    row.currency,
    row.total,
  ]
  return {
    title: texts.get('report_benchmark_effects'),
    columns: [
      texts.column('type', 'text', true),
      texts.column('allocation', 'points'),
      texts.column('selection', 'points'),
      texts.column('interaction', 'points'),
      texts.column('currency_effect', 'points'),
      texts.column('whole', 'points'),
    ],
    rows: attribution.rows.map(row => ({ cells: cells(row.name, row) })),
    total: cells(texts.get('report_col_whole'), attribution.total),
    note: null,
  }
}
