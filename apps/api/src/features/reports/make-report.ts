import { type Filter, joinFileName, type Period, type ReportFormat } from '@plumbline/contract'
import { dayIn, formatTime } from '@plumbline/contract/format'
import { namedGroup } from '../../figures/benchmarks/named-group.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import type { ResultFile } from '../../platform/jobs/background.store.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { composeReport } from './content/compose.ts'
import { createReportFigures, type ReportQueries } from './content/report-figures.ts'
import { createReportTexts } from './content/report-texts.ts'
import { mediaTypes } from './print/media-types.ts'
import type { Printer } from './print/printer.ts'
import type { ReportRow, ReportsStore } from './reports.store.ts'

export interface ReportOrder {
  report: ReportRow
  period: Period | undefined
  format: ReportFormat
}

export interface ReportServices {
  store: ReportsStore
  portfolio: Pick<PortfolioService, 'run' | 'runEndpoint'>
  queries: ReportQueries
  printer: Pick<Printer, 'print'>
}

/** The file, and what it covers. */
export interface MadeReport {
  file: ResultFile
  from: string
  to: string
}

/** Creates a report file for its owner. `onStep` reports progress. Throws the reason of `signal` when it aborts. */
export async function makeReport(
  { store, portfolio, queries, printer }: ReportServices,
  user: CurrentUser,
  { report, period, format }: ReportOrder,
  onStep: (done: number) => Promise<void>,
  signal: AbortSignal,
): Promise<MadeReport> {
  const context = await store.readContext(user.id, report)
  const texts = createReportTexts({ ...context, language: user.language })
  const body: Filter = {
    settings: { currency: reportCurrency(report), ...(period ? { period } : {}) },
    filters: report.filters,
    family: report.family_id,
  }
  const document = await composeReport(
    {
      type: report.report_type,
      name: report.name,
      family: report.family_name,
      language: user.language,
      dateFormat: context.dateFormat,
      numberFormat: context.numberFormat,
      owner: context.owner,
      accounts: context.accounts.length,
      custodians: new Set(context.accounts.map(account => account.custodian_id)).size,
      filter: describeFilter(report, context.accounts, texts.listLabel),
      transactions: context.accounts.reduce((sum, account) => sum + account.transactions, 0),
      time: `${texts.date(dayIn(context.now, context.timeZone))}, ${formatTime(context.now, context.timeZone)}`,
    },
    createReportFigures(portfolio, queries, {
      user,
      body,
      readBenchmark: families => store.readBenchmark(user.id, families, namedGroup(body)),
      readTargets: families => store.readTargets(user.id, families),
    }),
  )
  signal.throwIfAborted()
  await onStep(0.5)
  const { bytes, pages } = await printer.print({ document, format }, signal)
  const file = {
    mediaType: mediaTypes[format],
    // Includes the family name, since advisers keep files of several clients in one folder.
    fileName: joinFileName(
      [report.family_name, report.name, `${document.from} to ${document.to}`, document.currency],
      format,
    ),
    bytes: Buffer.from(bytes),
    ...(pages === null ? {} : { pages }),
    accountIds: context.accounts.map(({ id }) => id),
  }
  return { file, from: document.from, to: document.to }
}

function reportCurrency({ calculated_currency }: ReportRow) {
  // Validated when the report was saved.
  return calculated_currency as NonNullable<Filter['settings']['currency']>
}

function describeFilter(
  { filters }: ReportRow,
  accounts: readonly { name: string }[],
  listLabel: (list: string, id: string) => string,
): string[] {
  return [
    ...((filters.filter_account ?? []).length > 0 ? accounts.map(account => account.name) : []),
    ...(filters.filter_instrument_type ?? []).map(type => listLabel('instrument_type', type)),
    ...(filters.filter_currency ?? []),
  ]
}
