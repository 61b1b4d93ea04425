import { type CallReply, type contract, joinFileName } from '@plumbline/contract'
import { dayIn, formatDate, formatTime } from '@plumbline/contract/format'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { invariant } from '../../platform/errors/app-error.ts'
import type { ResultFile } from '../../platform/jobs/background.store.ts'
import type { Services } from '../services.ts'
import { comparisonDocument } from './content/comparison-document.ts'
import { mediaTypes } from './print/media-types.ts'
import { processPrinter } from './print/printer.ts'
import { reportsStore } from './reports.store.ts'

type Comparison = CallReply<typeof contract.clients.compare>['data']

/** Two pages take about a second; behind a long report they wait. */
const timeoutMs = 20_000

/** Prints the comparison of two clients. */
export function createComparisonPrinter({
  database,
  workerEntry,
}: Pick<Services, 'database' | 'workerEntry'>) {
  const store = reportsStore(database)
  const printer = processPrinter(workerEntry('print-worker'))
  return async (user: CurrentUser, data: Comparison): Promise<ResultFile> => {
    const contexts = await Promise.all(
      data.clients.map(({ family }) => store.readContext(user.id, { family_id: family.id, filters: {} })),
    )
    const accounts = contexts.flatMap(context => context.accounts)
    const [first] = contexts
    invariant(first !== undefined, 'a comparison has clients')
    const { now, timeZone, owner, dateFormat, numberFormat } = first
    const { language } = user
    const day = formatDate(dayIn(now, timeZone), dateFormat, language)
    const document = comparisonDocument(
      {
        ...{ language, dateFormat, numberFormat, owner },
        accounts: accounts.length,
        custodians: new Set(accounts.map(account => account.custodian_id)).size,
        transactions: accounts.reduce((sum, account) => sum + account.transactions, 0),
        time: `${day}, ${formatTime(now, timeZone)}`,
      },
      data,
    )
    const { bytes } = await printer.print({ document, format: 'pdf' }, AbortSignal.timeout(timeoutMs))
    return {
      mediaType: mediaTypes.pdf,
      fileName: joinFileName([document.family, document.name, document.to, document.currency], 'pdf'),
      bytes: Buffer.from(bytes),
    }
  }
}
