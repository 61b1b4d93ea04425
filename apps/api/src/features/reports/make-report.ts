import type { Filter, Period, ReportFormat } from '@plumbline/contract'
import { dayIn, formatTime } from '@plumbline/contract/format'
import type { SignedIn } from '../../platform/auth/signed-in.ts'
import type { ResultFile } from '../../platform/jobs/background.store.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { answersFor } from './content/answers.ts'
import { composeReport } from './content/compose.ts'
import { wordsFor } from './content/words.ts'
import { mediaTypes } from './print/media-types.ts'
import type { Printer } from './print/printer.ts'
import type { ReportRow, ReportsStore } from './reports.store.ts'

export interface ReportOrder {
  report: ReportRow
  period: Period | undefined
  format: ReportFormat
}

export interface Makers {
  store: ReportsStore
  portfolio: Pick<PortfolioService, 'figures'>
  printer: Pick<Printer, 'print'>
}

/** Makes one report for its owner: figures first, then print. `onStep` hears how far it is. */
export async function makeReport(
  { store, portfolio, printer }: Makers,
  user: SignedIn,
  { report, period, format }: ReportOrder,
  onStep: (done: number) => Promise<void>,
): Promise<ResultFile> {
  const around = await store.surroundings(user.id, report)
  const words = wordsFor({ ...around, language: user.language })
  const body: Filter = {
    settings: { currency: currencyOf(report), ...(period ? { period } : {}) },
    filters: report.filters,
    family: report.family_id,
  }
  const document = await composeReport(
    {
      type: report.report_type,
      name: report.name,
      family: report.family_name,
      language: user.language,
      dateFormat: around.dateFormat,
      owner: around.owner,
      accounts: around.accounts.length,
      custodians: new Set(around.accounts.map(account => account.custodian_id)).size,
      filter: narrowedTo(report, around.accounts, words.word),
      transactions: around.accounts.reduce((sum, account) => sum + account.transactions, 0),
      time: `${words.date(dayIn(around.now, around.timeZone))}, ${formatTime(around.now, around.timeZone)}`,
    },
    answersFor(portfolio, user, body),
  )
  await onStep(0.5)
  const { bytes, pages } = await printer.print({ document, format })
  return {
    mediaType: mediaTypes[format],
    // Files of several clients lie in one folder: each says whose it is.
    fileName: `${report.family_name} ${report.name} ${document.to}.${format}`.replaceAll(
      /[\\/:*?"<>|]/g,
      ' ',
    ),
    bytes: Buffer.from(bytes),
    ...(pages === null ? {} : { pages }),
  }
}

function currencyOf({ calculated_currency }: ReportRow) {
  // The contract checked it when the report was saved.
  return calculated_currency as NonNullable<Filter['settings']['currency']>
}

function narrowedTo(
  { filters }: ReportRow,
  accounts: readonly { name: string }[],
  word: (list: string, id: string) => string,
): string[] {
  return [
    ...((filters.filter_account ?? []).length > 0 ? accounts.map(account => account.name) : []),
    ...(filters.filter_instrument_type ?? []).map(type => word('instrument_type', type)),
    ...(filters.filter_currency ?? []),
  ]
}
