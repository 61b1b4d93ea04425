import type { CallReply, ComparedClient, contract } from '@plumbline/contract'
import { roundTo } from '@plumbline/contract/format'
import type { Reader, ReportColumn, ReportDocument, ReportRow, ReportSection } from '../document.ts'
import { createReportTexts, type ReportTexts } from './report-texts.ts'

type Comparison = CallReply<typeof contract.clients.compare>['data']

/** What a comparison states besides its figures. */
export interface ComparisonSubject extends Reader {
  owner: string
  accounts: number
  custodians: number
  transactions: number
  /** Creation time, formatted. */
  time: string
}

const results = ['day_pnl_abs', 'ytd_pnl_abs'] as const
const returns = ['day_pnl_rel', 'ytd_pnl_rel', 'ytd_twr', 'twr_per_year', 'max_drawdown'] as const
const shares = ['volatility', 'cash_share'] as const

/** Two clients side by side, as the screen shows them. */
export function comparisonDocument(subject: ComparisonSubject, data: Comparison): ReportDocument {
  const texts = createReportTexts(subject)
  const { clients, basis } = data
  const names = clients.map(({ family }) => family.name)
  const currencies = [...new Set(clients.map(({ currency }) => currency))]
  const on = texts.get('report_on', { date: texts.date(basis.as_of) })
  return {
    type: 'comparison',
    language: subject.language,
    dateFormat: subject.dateFormat,
    numberFormat: subject.numberFormat ?? null,
    name: texts.get('report_type_comparison'),
    family: texts.get('report_comparison_of', { one: names[0] ?? '', other: names[1] ?? '' }),
    subtitle: `${texts.get('report_what_comparison')}\n${on}`,
    currency: currencies.join(' / '),
    from: basis.as_of,
    to: basis.as_of,
    headline: [],
    facts: [
      { label: texts.get('report_fact_period'), value: on },
      { label: texts.get('report_fact_currency'), value: currencies.join(', ') },
      {
        label: texts.get('report_fact_accounts'),
        value: texts.get('report_fact_accounts_value', {
          accounts: String(subject.accounts),
          custodians: String(subject.custodians),
        }),
      },
      { label: texts.get('report_fact_for'), value: subject.owner },
    ],
    sections: [figures(texts, data), allocation(texts, data), heldByBoth(texts, data)],
    missing: [],
    notes: [
      {
        title: texts.get('report_note_method'),
        lines: [texts.get('report_comparison_note'), texts.get('report_note_twr')],
      },
      { title: texts.get('report_note_data'), lines: listGaps(texts, clients) },
    ],
    made: texts.get('report_made', { time: subject.time }),
    transactions: subject.transactions,
  }
}

/** The heading of each client, with its currency where amounts are stated. */
function clientColumns(
  { clients }: Comparison,
  kind: 'own_money' | 'gain' | 'return' | 'text',
): ReportColumn[] {
  return clients.map(({ family, currency }) => ({
    label: kind === 'own_money' || kind === 'gain' ? `${family.name}, ${currency}` : family.name,
    kind,
    currency,
  }))
}

const shareColumns = (data: Comparison): ReportColumn[] =>
  clientColumns(data, 'return').map(column => ({ ...column, isNeutral: true }))

/** Of the two as they are printed: in hundredths of a percent. */
const subtract = ([one = null, other = null]: readonly (number | null)[]): number | null =>
  one === null || other === null ? null : roundTo(roundTo(one, 4) - roundTo(other, 4), 4)

function figures(texts: ReportTexts, data: Comparison): ReportSection {
  const { clients } = data
  const measure = texts.column('measure', 'text', true)
  const difference = texts.column('difference', 'points')
  const label = (field: string) => texts.listLabel('report_compared', field)
  const row = (field: (typeof returns | typeof shares)[number]): ReportRow => {
    const values = clients.map((client: ComparedClient) => client[field])
    return { cells: [label(field), ...values, subtract(values)] }
  }
  const drift = ({ largest_drift: found, drift_gap: gap }: ComparedClient) =>
    found === null ? texts.listLabel('clients_drift', gap ?? '') : found.drift
  const titled = (key: Parameters<ReportTexts['get']>[0]) => ({
    title: texts.get(key),
    total: null,
    note: null,
  })
  return {
    title: texts.get('report_section_compared'),
    tables: [
      {
        ...titled('report_table_compared_amounts'),
        columns: [measure, ...clientColumns(data, 'own_money')],
        rows: [{ cells: [label('value'), ...clients.map(({ value }) => value)] }],
      },
      {
        ...titled('report_table_compared_results'),
        columns: [measure, ...clientColumns(data, 'gain')],
        rows: results.map(field => ({ cells: [label(field), ...clients.map(client => client[field])] })),
      },
      {
        ...titled('report_table_compared_returns'),
        columns: [measure, ...clientColumns(data, 'return'), difference],
        rows: returns.map(row),
      },
      {
        ...titled('report_table_compared_risk'),
        columns: [measure, ...shareColumns(data), difference],
        rows: shares.map(row),
      },
      {
        ...titled('report_table_compared_drift'),
        columns: [measure, ...clientColumns(data, 'text')],
        rows: [
          {
            cells: [
              label('largest_drift'),
              ...clients.map(client => {
                const found = drift(client)
                const name = client.largest_drift?.name ?? ''
                return typeof found === 'number' ? texts.points(found, name) : found
              }),
            ],
          },
          { cells: [label('positions_count'), ...clients.map(client => String(client.positions_count))] },
        ],
      },
    ],
  }
}

function allocation(texts: ReportTexts, data: Comparison): ReportSection {
  return {
    title: texts.get('report_section_compared_allocation'),
    tables: [
      {
        title: '',
        columns: [
          texts.column('type', 'text', true),
          ...shareColumns(data),
          texts.column('difference', 'points'),
        ],
        rows: data.allocation.map(({ key, weights }) => ({
          cells: [texts.listLabel('instrument_type', key), ...weights, subtract(weights)],
        })),
        total: null,
        note: null,
      },
    ],
  }
}

function heldByBoth(texts: ReportTexts, data: Comparison): ReportSection {
  return {
    title: texts.get('report_section_held_by_both'),
    tables: [
      {
        title: '',
        columns: [texts.column('name', 'text', true), ...shareColumns(data)],
        rows: data.held_by_both.map(({ instrument, weights }) => ({ cells: [instrument.name, ...weights] })),
        total: null,
        note: data.held_by_both.length === 0 ? texts.get('report_held_by_both_none') : null,
      },
    ],
  }
}

/** Which client lacks prices or rates. */
function listGaps(texts: ReportTexts, clients: readonly ComparedClient[]): string[] {
  const gaps = clients.filter(({ flags }) =>
    flags.some(({ code }) => code === 'no_price' || code === 'no_rate' || code === 'partial'),
  )
  if (gaps.length === 0) return [texts.get('report_note_complete')]
  return gaps.map(({ family }) => texts.get('report_comparison_partial', { name: family.name }))
}
