import type { ReportType } from '@plumbline/contract'
import type { Headline, Reader, ReportDocument, ReportSection } from '../document.ts'
import type { Answers, PerformanceReply, PositionsReply } from './answers.ts'
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
  sumOf,
} from './money-sections.ts'
import { type Words, wordsFor } from './words.ts'

/** What a report is about, besides its figures. */
export interface ReportSubject extends Reader {
  type: ReportType
  name: string
  family: string
  /** For whom: the owner's name. */
  owner: string
  accounts: number
  custodians: number
  filter: string[]
  transactions: number
  /** The moment it is made, in words. */
  time: string
}

/** A report from the answers that the screens get, with what its type wants of them. */
export async function composeReport(subject: ReportSubject, answers: Answers): Promise<ReportDocument> {
  const words = wordsFor(subject)
  const performance = await answers.performance()
  const { basis } = performance.data
  const open = await answers.positions('open')
  const { sections, headline } = await bodyOf(subject.type, words, answers, performance, open)
  const from = basis.start_date ?? basis.as_of
  const to = basis.end_date ?? basis.as_of
  const period = words.say('report_from_to', { from: words.date(from), to: words.date(to) })
  const isOnOneDay = subject.type === 'statement' || subject.type === 'positions'
  const when = isOnOneDay ? words.say('report_on', { date: words.date(to) }) : period
  return {
    type: subject.type,
    language: subject.language,
    dateFormat: subject.dateFormat,
    name: subject.name,
    family: subject.family,
    subtitle: `${words.say(`report_what_${subject.type}`)}\n${when}`,
    currency: basis.currency,
    from,
    to,
    headline,
    facts: [
      { label: words.say('report_fact_period'), value: period },
      { label: words.say('report_fact_currency'), value: basis.currency },
      {
        label: words.say('report_fact_accounts'),
        value: words.say('report_fact_accounts_value', {
          accounts: String(subject.accounts),
          custodians: String(subject.custodians),
        }),
      },
      ...(subject.filter.length > 0
        ? [{ label: words.say('report_fact_filter'), value: subject.filter.join(', ') }]
        : []),
      { label: words.say('report_fact_for'), value: subject.owner },
    ],
    sections,
    notes: notesOf(subject.type, words, open),
    made: words.say('report_made', { time: subject.time }),
    transactions: subject.transactions,
  }
}

interface Body {
  sections: ReportSection[]
  headline: Headline[]
}

async function bodyOf(
  type: ReportType,
  words: Words,
  answers: Answers,
  performance: PerformanceReply,
  open: PositionsReply,
): Promise<Body> {
  const equation = equationOf(words, performance)
  switch (type) {
    case 'statement':
      return {
        headline: equation,
        sections: [
          performanceSection(words, performance, await answers.periods()),
          allocationSection(words, await answers.grouped('instrument_type')),
          positionsSection(words, open),
          cashSection(words, await answers.cash()),
          accountsSection(words, await answers.grouped('account')),
        ],
      }
    case 'performance': {
      const periods = await answers.periods()
      const closed = await answers.positions('closed')
      return {
        headline: equation,
        sections: [
          performanceSection(words, performance, periods),
          riskSection(words, periods),
          contributorsSection(words, [...open.data, ...closed.data]),
          monthsSection(words, periods),
        ],
      }
    }
    case 'positions':
      return {
        headline: equation,
        sections: [positionsSection(words, open), cashSection(words, await answers.cash())],
      }
    case 'transactions':
      return { headline: equation, sections: [transactionsSection(words, await answers.transactions())] }
    case 'income': {
      const closed = await answers.positions('closed')
      const cash = await answers.cash()
      const section = incomeSection(words, [...open.data, ...closed.data], cash.data)
      const net = section.tables[0]?.total?.at(-1)
      return {
        headline: [headlineOf(words.say('report_head_income'), typeof net === 'number' ? net : null)],
        sections: [section],
      }
    }
    case 'fees': {
      const fees = await answers.fees('custodian')
      return {
        headline: [headlineOf(words.say('report_head_fees'), fees.data.total.sum)],
        sections: [
          feesSection(words, 'report_section_fees', fees),
          feesSection(words, 'report_section_fee_types', await answers.fees('transaction_type')),
        ],
      }
    }
    case 'realized_gains': {
      const lots = await answers.realizedLots()
      return {
        headline: [headlineOf(words.say('report_head_gains'), sumOf(lots.map(lot => lot.gain)))],
        sections: gainsSections(words, lots),
      }
    }
  }
}

function headlineOf(label: string, value: number | null): Headline {
  return { label, sign: '', value, kind: 'money' }
}

/** Net asset value = opening value + net cash flow + P/L; an opening of nothing goes without saying. */
function equationOf(words: Words, { data }: PerformanceReply): Headline[] {
  const opening = data.opening.total
  const flow = {
    label: words.say('report_head_flow'),
    value: data.cash_flow.net_cashflow,
    kind: 'money' as const,
  }
  const nav: Headline = {
    label: words.say('report_head_nav'),
    sign: '',
    value: data.balance.total,
    kind: 'money',
  }
  const pnl: Headline = {
    label: words.say('report_head_pnl'),
    sign: '+',
    value: data.pnl.abs.total,
    kind: 'money',
  }
  if (opening === 0) return [nav, { ...flow, sign: '=' }, pnl]
  return [
    nav,
    { label: words.say('report_head_opening'), sign: '=', value: opening, kind: 'money' },
    { ...flow, sign: '+' },
    pnl,
  ]
}

/** The definitions that a reader needs, and every position that a figure rests on less firmly. */
function notesOf(type: ReportType, words: Words, open: PositionsReply): ReportDocument['notes'] {
  const told = (code: string, key: 'report_note_stale' | 'report_note_estimated') =>
    open.data
      .filter(row => row.value !== null && row.flags.some(flag => flag.code === code))
      .map(row => words.say(key, { name: row.name }))
  const missing = open.data
    .filter(row => row.value === null)
    .map(row => words.say('report_note_no_value', { name: row.name }))
  const data = [
    ...missing,
    ...told('stale', 'report_note_stale'),
    ...told('estimated', 'report_note_estimated'),
  ]
  return [
    {
      title: words.say('report_note_method'),
      lines: [
        words.say('report_note_equation'),
        words.say('report_note_twr'),
        words.say('report_note_prices'),
        ...(type === 'realized_gains' ? [words.say('report_note_lots')] : []),
      ],
    },
    {
      title: words.say('report_note_data'),
      lines: data.length > 0 ? [...new Set(data)] : [words.say('report_note_complete')],
    },
  ]
}
