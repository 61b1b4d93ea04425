import { formatAmount } from '@plumbline/contract/format'
import type { Cell, ReportSection } from '../document.ts'
import { sumKnown } from './money-sections.ts'
import type { IncomeReply } from './report-figures.ts'
import type { ReportTexts } from './report-texts.ts'

type Income = IncomeReply['data']

/**
 * Expected income of twelve months by month, certainty and position, against the twelve months before; other payments
 * likewise, and the cash that all of them move.
 */
export function expectedIncomeSections(texts: ReportTexts, income: Income): ReportSection[] {
  return [
    monthsSection(texts, income),
    certaintySection(texts, income),
    positionsSection(texts, income),
    ...(income.other.kinds.length > 0 ? [otherSection(texts, income)] : []),
    ladderSection(texts, income),
  ]
}

/** Payments that no sum includes. */
export function listUnconverted(texts: ReportTexts, { total }: Income): string[] {
  return total.left_out === 0 ? [] : [texts.get('report_income_left_out', { count: String(total.left_out) })]
}

const difference = (expected: number | null, received: number | null): number | null =>
  expected === null || received === null ? null : expected - received

/** Marks a sum without payments that have no rate. */
function totalLabel(texts: ReportTexts, { total }: Income): string {
  const label = texts.get('report_col_whole')
  return total.left_out > 0 ? texts.get('report_partial_sum', { label }) : label
}

function monthsSection(texts: ReportTexts, income: Income): ReportSection {
  const { months, total, pending, received_period: before } = income
  const rows = months.map(({ month, expected, received, kinds }): Cell[] => [
    texts.month(month),
    sumKnown(kinds.map(kind => kind.certain)),
    sumKnown(kinds.map(kind => kind.estimated)),
    expected,
    received,
    difference(expected, received),
  ])
  const notes = [
    texts.get('report_income_before', {
      from: texts.date(before.start_date),
      to: texts.date(before.end_date),
    }),
    ...(pending === null || pending === 0
      ? []
      : [texts.get('report_income_pending', { amount: formatAmount(pending, texts.locale) })]),
    ...listUnconverted(texts, income),
  ]
  return {
    title: texts.get('report_section_months'),
    tables: [
      {
        title: '',
        columns: [
          texts.column('month', 'text', true),
          texts.column('certain', 'money'),
          texts.column('estimated', 'money'),
          texts.column('expected', 'money'),
          texts.column('received', 'money'),
          texts.neutral('difference', 'gain'),
        ],
        rows: rows.map(cells => ({ cells })),
        total: [
          totalLabel(texts, income),
          sumKnown([total.declared, total.contractual]),
          total.estimated,
          total.expected,
          total.received,
          total.change,
        ],
        sum: {
          result: 3,
          terms: [
            { column: 1, sign: 1 },
            { column: 2, sign: 1 },
          ],
        },
        note: notes.join(' '),
      },
    ],
  }
}

function certaintySection(texts: ReportTexts, income: Income): ReportSection {
  const { total } = income
  return {
    title: texts.get('report_section_certainty'),
    tables: [
      {
        title: '',
        columns: [texts.column('certainty', 'text', true), texts.column('expected', 'money')],
        rows: (['declared', 'contractual', 'estimated'] as const).map(certainty => ({
          cells: [texts.get(`report_certainty_${certainty}`), total[certainty]],
        })),
        total: [totalLabel(texts, income), total.expected],
        note: null,
      },
    ],
  }
}

function positionsSection(texts: ReportTexts, income: Income): ReportSection {
  const rows = income.positions.toSorted((a, b) => (b.expected ?? 0) - (a.expected ?? 0))
  return {
    title: texts.get('report_section_income'),
    tables: [
      {
        title: '',
        columns: [
          texts.column('name', 'text', true),
          texts.column('account', 'text'),
          texts.column('kind', 'text'),
          texts.column('certainty', 'text'),
          texts.column('next_payment', 'date'),
          texts.column('expected', 'money'),
          texts.column('received', 'money'),
        ],
        rows: rows.map(row => ({
          cells: [
            row.name,
            row.account.name,
            texts.listLabel('income_kind', row.kind),
            row.certainty === null ? null : texts.listLabel('income_certainty', row.certainty),
            row.next_payment?.date ?? null,
            row.expected,
            row.received,
          ],
        })),
        total: [
          totalLabel(texts, income),
          null,
          null,
          null,
          null,
          income.total.expected,
          income.total.received,
        ],
        note: null,
      },
    ],
  }
}

/** Payments that are no income, by kind. */
function otherSection(texts: ReportTexts, { other }: Income): ReportSection {
  const isPartial = other.total.flags.length > 0
  const label = texts.get('report_col_whole')
  return {
    title: texts.get('report_section_other_payments'),
    tables: [
      {
        title: '',
        columns: [
          texts.column('kind', 'text', true),
          texts.column('expected', 'money'),
          texts.column('received', 'money'),
          texts.neutral('difference', 'gain'),
        ],
        rows: other.kinds.map(row => ({
          cells: [texts.listLabel('income_kind', row.kind), row.expected, row.received, row.change],
        })),
        total: [
          isPartial ? texts.get('report_partial_sum', { label }) : label,
          other.total.expected,
          other.total.received,
          other.total.change,
        ],
        note: texts.get('report_other_payments_note'),
      },
    ],
  }
}

/** A ladder begins today, which need not be the day that a balance fell below zero. */
function listOverdrawn(texts: ReportTexts, cash: Income['cash']): string[] {
  const currencies = cash.filter(({ opening }) => opening < 0).map(({ currency }) => currency)
  if (currencies.length === 0) return []
  return [texts.get('report_ladder_overdrawn', { currencies: currencies.join(', ') })]
}

/** The cash of each currency with every day that moves it, in that currency. */
function ladderSection(texts: ReportTexts, { cash }: Income): ReportSection {
  return {
    title: texts.get('report_section_ladder'),
    tables: [
      {
        title: '',
        columns: [
          texts.column('currency', 'text', true),
          texts.ownMoney('today', 0),
          texts.ownMoney('lowest', 0),
          texts.ownMoney('in_year', 0),
          texts.column('overdrawn', 'date'),
        ],
        rows: cash.map(row => ({
          cells: [row.currency, row.opening, row.lowest, row.closing, row.runs_dry],
        })),
        total: null,
        note: [texts.get('report_ladder_note'), ...listOverdrawn(texts, cash)].join(' '),
      },
      {
        title: texts.get('report_table_ladder_days'),
        columns: [
          texts.column('currency', 'text', true),
          texts.column('date', 'date'),
          texts.ownMoney('amount', 0),
          texts.ownMoney('estimated', 0),
          texts.ownMoney('balance', 0),
        ],
        rows: cash.flatMap(({ currency, points }) =>
          points.map(({ date, amount, estimated, balance }) => ({
            cells: [currency, date, amount, estimated, balance],
          })),
        ),
        total: null,
        note: null,
      },
    ],
  }
}
