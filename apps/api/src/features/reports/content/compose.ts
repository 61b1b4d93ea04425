import type { ReportType } from '@plumbline/contract'
import { formatAmount, formatPercent } from '@plumbline/contract/format'
import type { Headline, Reader, ReportDocument, ReportSection } from '../document.ts'
import { benchmarkSections, listMissingReturns } from './benchmark-section.ts'
import { expectedIncomeSections, listUnconverted } from './expected-income-sections.ts'
import {
  cashSection,
  contributorsSection,
  feesSection,
  gainsSections,
  incomeSection,
  positionsSection,
  transactionsSection,
} from './list-sections.ts'
import {
  accountsSection,
  allocationSection,
  monthsSection,
  performanceSection,
  riskSection,
  sumKnown,
  sumLabel,
} from './money-sections.ts'
import { proposalSections } from './proposal-sections.ts'
import type { PerformanceReply, PositionsReply, ProposalReply, ReportFigures } from './report-figures.ts'
import { createReportTexts, type ReportTexts } from './report-texts.ts'
import { listMissingTargets, targetSections } from './target-sections.ts'

/** The subject of a report, apart from its figures. */
export interface ReportSubject extends Reader {
  type: ReportType
  name: string
  family: string
  /** The owner's name. */
  owner: string
  accounts: number
  custodians: number
  filter: string[]
  transactions: number
  /** Creation time, formatted. */
  time: string
}

/** Composes the sections that a report type needs. */
export async function composeReport(subject: ReportSubject, figures: ReportFigures): Promise<ReportDocument> {
  const texts = createReportTexts(subject)
  const performance = await figures.performance()
  const { basis } = performance.data
  const open = await figures.positions('open')
  const {
    sections,
    headline,
    missing = [],
    covers,
  } = await composeBody(subject, texts, figures, performance, open)
  const from = covers?.start_date ?? basis.start_date ?? basis.as_of
  const to = covers?.end_date ?? basis.end_date ?? basis.as_of
  const period = texts.get('report_from_to', { from: texts.date(from), to: texts.date(to) })
  const isOnOneDay = ['statement', 'positions', 'targets'].includes(subject.type)
  const when = isOnOneDay ? texts.get('report_on', { date: texts.date(to) }) : period
  return {
    type: subject.type,
    language: subject.language,
    dateFormat: subject.dateFormat,
    numberFormat: subject.numberFormat ?? null,
    name: subject.name,
    family: subject.family,
    subtitle: `${texts.get(`report_what_${subject.type}`)}\n${when}`,
    currency: basis.currency,
    from,
    to,
    headline,
    facts: [
      { label: texts.get('report_fact_period'), value: period },
      { label: texts.get('report_fact_currency'), value: basis.currency },
      {
        label: texts.get('report_fact_accounts'),
        value: texts.get('report_fact_accounts_value', {
          accounts: String(subject.accounts),
          custodians: String(subject.custodians),
        }),
      },
      ...(subject.filter.length > 0
        ? [{ label: texts.get('report_fact_filter'), value: subject.filter.join(', ') }]
        : []),
      { label: texts.get('report_fact_for'), value: subject.owner },
      ...describeGaps(texts, performance),
    ],
    sections,
    missing: [...listMissing(texts, performance), ...missing],
    notes: composeNotes(subject.type, texts, open, performance),
    made: texts.get('report_made', { time: subject.time }),
    transactions: subject.transactions,
  }
}

interface Body {
  /** What is missing besides prices and rates of positions. */
  missing?: string[]
  /** The period, if it is not that of the figures. */
  covers?: { start_date: string; end_date: string }
  sections: ReportSection[]
  headline: Headline[]
}

async function composeBody(
  { type, filter }: ReportSubject,
  texts: ReportTexts,
  figures: ReportFigures,
  performance: PerformanceReply,
  open: PositionsReply,
): Promise<Body> {
  const equation = composeEquation(texts, performance)
  switch (type) {
    case 'statement':
      return {
        headline: equation,
        sections: [
          performanceSection(texts, performance, await figures.periods()),
          allocationSection(texts, await figures.grouped('instrument_type')),
          positionsSection(texts, open),
          cashSection(texts, await figures.cash()),
          accountsSection(texts, await figures.grouped('account')),
        ],
      }
    case 'performance': {
      const periods = await figures.periods()
      const closed = await figures.positions('closed')
      const benchmark = await figures.benchmark()
      return {
        headline: equation,
        missing: listMissingReturns(texts, benchmark),
        sections: [
          performanceSection(texts, performance, periods),
          riskSection(texts, periods),
          ...benchmarkSections(texts, benchmark),
          contributorsSection(texts, [...open.data, ...closed.data]),
          monthsSection(texts, periods),
        ],
      }
    }
    case 'positions':
      return {
        headline: equation,
        sections: [positionsSection(texts, open), cashSection(texts, await figures.cash())],
      }
    case 'transactions':
      return { headline: equation, sections: [transactionsSection(texts, await figures.transactions())] }
    case 'income': {
      const closed = await figures.positions('closed')
      const cash = await figures.cash()
      const section = incomeSection(texts, [...open.data, ...closed.data], cash.data)
      const net = section.tables[0]?.total?.at(-1)
      return {
        headline: [toHeadline(texts.get('report_head_income'), typeof net === 'number' ? net : null)],
        sections: [section],
      }
    }
    case 'expected_income': {
      const { data } = await figures.income()
      return {
        headline: [toHeadline(texts.get('report_head_expected_income'), data.total.expected)],
        missing: listUnconverted(texts, data),
        covers: data.expected_period,
        sections: expectedIncomeSections(texts, data),
      }
    }
    case 'targets': {
      const drifts = await readDrifts(figures)
      const proposals = await readProposals(figures, drifts)
      const date = performance.data.basis.end_date ?? performance.data.basis.as_of
      return {
        headline: [toHeadline(texts.get('report_head_nav'), drifts[0]?.base ?? null)],
        missing: listMissingTargets(texts, drifts, date),
        sections: [
          ...targetSections(texts, drifts, { date, isFiltered: filter.length > 0 }),
          ...proposals.flatMap(proposal => proposalSections(texts, proposal)),
        ],
      }
    }
    case 'fees': {
      const fees = await figures.fees('custodian')
      return {
        headline: [toHeadline(texts.get('report_head_fees'), fees.data.total.sum)],
        sections: [
          feesSection(texts, 'report_section_fees', fees),
          feesSection(texts, 'report_section_fee_types', await figures.fees('transaction_type')),
        ],
      }
    }
    case 'realized_gains': {
      const lots = await figures.realizedLots()
      return {
        headline: [
          toHeadline(
            sumLabel(
              texts,
              texts.get('report_head_gains'),
              lots.map(lot => lot.gain),
            ),
            sumKnown(lots.map(lot => lot.gain)),
          ),
        ],
        sections: gainsSections(texts, lots),
      }
    }
  }
}

/** The drift of every division that has a target; of the first one without any. */
async function readDrifts(figures: ReportFigures) {
  const { data: first } = await figures.drift('instrument_type')
  const others = first.dimensions.filter(dimension => dimension !== first.dimension)
  const drifts = [first]
  for (const dimension of others) drifts.push((await figures.drift(dimension)).data)
  return drifts
}

/** The orders that lead back into the bands, for every division with a target. */
async function readProposals(
  figures: ReportFigures,
  drifts: Awaited<ReturnType<typeof readDrifts>>,
): Promise<ProposalReply['data'][]> {
  const proposals = []
  for (const { target, dimension } of drifts)
    if (target !== null) proposals.push((await figures.proposal(dimension)).data)
  return proposals
}

function toHeadline(label: string, value: number | null): Headline {
  return { label, sign: '', value, kind: 'money' }
}

/** Net asset value = opening value + net cash flow + P/L. A zero opening is omitted. */
function composeEquation(texts: ReportTexts, { data }: PerformanceReply): Headline[] {
  const opening = data.opening.total
  const flow = {
    label: flowLabel(texts, data),
    value: data.cash_flow.net_cashflow,
    kind: 'money' as const,
    parts: [
      { text: 'report_part_in' as const, value: data.cash_flow.deposits },
      { text: 'report_part_out' as const, value: data.cash_flow.withdrawals },
    ],
  }
  const { opening_date: openedOn, end_date: endsOn } = data.basis
  const dated = (label: string, date: string | null) =>
    date === null ? label : texts.get('report_head_on', { label, date: texts.date(date) })
  const label = dated(texts.get('report_head_nav'), endsOn)
  const partial = (label: string, isPartial: boolean) =>
    isPartial ? texts.get('report_partial_sum', { label }) : label
  const nav: Headline = {
    label: partial(label, data.coverage.is_partial),
    sign: '',
    value: data.balance.total,
    kind: 'money',
  }
  const pnl: Headline = {
    label: texts.get('report_head_pnl'),
    sign: '+',
    value: data.pnl.abs.total,
    kind: 'money',
    parts: [
      { text: 'report_part_realized', value: data.pnl.abs.realized },
      { text: 'report_part_unrealized', value: data.pnl.abs.unrealized },
    ],
  }
  if (opening === 0) return [nav, { ...flow, sign: '=' }, pnl]
  const openingLabel = dated(texts.get('report_head_opening'), openedOn)
  return [
    nav,
    {
      label: partial(openingLabel, data.coverage.is_opening_partial),
      sign: '=',
      value: opening,
      kind: 'money',
    },
    { ...flow, sign: '+' },
    pnl,
  ]
}

/** The net cash flow; with the part of it that is no payment. */
function flowLabel(texts: ReportTexts, { cash_flow: flow, basis }: PerformanceReply['data']): string {
  const label = texts.get('report_head_flow')
  if (!flow.first_values) return label
  const amount = formatAmount(flow.first_values, texts.locale, { currency: basis.currency })
  return texts.get('report_flow_first_values', { label, amount })
}

/** States on the cover that the values are partial, and what they leave out. */
function describeGaps(texts: ReportTexts, { data: { coverage } }: PerformanceReply): ReportDocument['facts'] {
  const label = texts.get('report_fact_partial')
  const opening = { label, value: texts.get('report_fact_opening_partial') }
  if (!coverage.is_partial) return coverage.is_opening_partial ? [opening] : []
  const weight = coverage.missing_weight
  const share = weight === null ? '' : formatPercent(weight, texts.locale, { decimals: 1, sign: 'minus' })
  const key = weight === null ? 'report_fact_partial_value' : 'report_fact_partial_weight'
  return [
    {
      label,
      value: texts.get(key, {
        missing: String(coverage.missing_count),
        held: String(coverage.held_count),
        share,
      }),
    },
  ]
}

/** Missing, stale and late prices and rates, one line each. */
function listMissing(texts: ReportTexts, { data: { coverage, basis } }: PerformanceReply): string[] {
  const late = coverage.missing_before.map(({ reason, instrument, currency, since, until, value }) => {
    const isPrice = reason === 'missing_price'
    const never = isPrice ? 'report_note_never_priced' : 'report_note_never_converted'
    const known = isPrice ? 'report_note_late_price' : 'report_note_late_rate'
    return texts.get(until === null ? never : known, {
      name: instrument?.name ?? currency ?? '',
      date: texts.date(since),
      until: until === null ? '' : texts.date(until),
      amount: formatAmount(value, texts.locale, { currency: basis.currency }),
    })
  })
  const missing = coverage.missing.map(({ reason, instrument, currency, since, count }) =>
    texts.get(`report_note_${reason}`, {
      name: instrument?.name ?? currency ?? '',
      date: since === null ? '' : texts.date(since),
      count: String(count),
    }),
  )
  return [...missing, ...late]
}

/** Definitions of the figures, and positions with stale, estimated or missing values. */
function composeNotes(
  type: ReportType,
  texts: ReportTexts,
  open: PositionsReply,
  performance: PerformanceReply,
): ReportDocument['notes'] {
  const estimated = open.data
    .filter(row => row.value !== null && row.flags.some(flag => flag.code === 'estimated'))
    .map(row => texts.get('report_note_estimated', { name: row.name }))
  const data = [...listMissing(texts, performance), ...estimated]
  const { is_partial: isPartial } = performance.data.coverage
  return [
    {
      title: texts.get('report_note_method'),
      lines: [
        texts.get('report_note_equation'),
        texts.get('report_note_twr'),
        texts.get('report_note_prices'),
        ...(type === 'realized_gains' ? [texts.get('report_note_lots')] : []),
      ],
    },
    {
      title: texts.get('report_note_data'),
      lines: [
        ...(isPartial ? [texts.get('report_note_partial')] : []),
        ...(data.length > 0 ? [...new Set(data)] : [texts.get('report_note_complete')]),
      ],
    },
  ]
}
