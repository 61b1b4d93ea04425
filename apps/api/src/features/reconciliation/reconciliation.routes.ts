import { type CallReply, contract, type Filter, type HandlerReply } from '@plumbline/contract'
import type { FileReading } from '@plumbline/importers'
import type { SignedIn } from '../../platform/auth/signed-in.ts'
import { AppError, invariant } from '../../platform/errors/app-error.ts'
import { csvOf, sendCsv, wantsCsv } from '../../platform/http/csv.ts'
import { pageOfRows } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { StatedLine } from './compare.ts'
import { draftOf } from './draft.ts'
import type { ReconciledAccounts } from './reconciled-accounts.query.ts'
import { type ComparedStatement, isBreak, type ToCompare } from './reconciliation.query.ts'
import { statementOf } from './statement-file.ts'
import type { AccountRow, StatementsStore } from './statements.store.ts'

const calls = contract.reconciliation
type Answer = HandlerReply<typeof calls.read>['data']
type Line = Answer['lines'][number]
type Account = CallReply<typeof calls.list>['data'][number]

interface ReconciliationDependencies {
  store: StatementsStore
  portfolio: PortfolioService
  reader: { read(bytes: Uint8Array): Promise<FileReading> }
}

/** Statements of custodians beside the ledger. Someone else's account is answered as one that does not exist. */
export function reconciliationRoutes(serve: Serve, dependencies: ReconciliationDependencies): void {
  const { store, portfolio, reader } = dependencies
  const findAccount = async (user: SignedIn, id: string) => {
    const account = await store.account(user.id, id)
    if (!account) throw new AppError('not_found')
    return account
  }
  const compared = (user: SignedIn, account: AccountRow, date: string | null) =>
    compareAccount(dependencies, user, account, date)

  serve(calls.list, async ({ user, query, body, request, reply }) => {
    const { data: rows, basis } = await portfolio.figures<ReconciledAccounts>('reconciledAccounts', {
      user,
      body,
      given: async families => ({
        statements: await store.statements(user.id, { families }),
        tolerances: await store.tolerances(user.id, families),
        families: await store.accountFamilies(user.id, families),
      }),
    })
    if (wantsCsv(request)) return sendCsv(reply, csvOf(accountColumns, rows))
    return { ...pageOfRows(rows, calls.list.path, query), basis }
  })

  serve(calls.read, async ({ user, params, query, request, reply }) => {
    const account = await findAccount(user, params.id)
    const answer = await compared(user, account, query.date ?? null)
    if (!answer || (query.date !== undefined && answer.statement_date !== query.date))
      throw new AppError('not_found')
    if (wantsCsv(request)) return sendCsv(reply, csvOf(lineColumns, answer.lines))
    return { data: answer }
  })

  const add = async (
    user: SignedIn,
    account: AccountRow,
    statement: Parameters<StatementsStore['add']>[2],
  ) => {
    if ((await store.add(user.id, account, statement)) === 'ahead')
      throw new AppError('invalid_field', { field: 'date', message: 'Use a date up to today.' })
    const answer = await compared(user, account, statement.date)
    invariant(answer, 'a statement that was just kept is there')
    return { data: answer }
  }

  serve(calls.addStatement, async ({ user, params, body }) => {
    const account = await findAccount(user, params.id)
    const lines = body.lines.map(
      ({ isin, name, currency, quantity, price, value }): StatedLine => ({
        isin,
        symbol: null,
        name,
        currency,
        quantity,
        price,
        value,
        valueCurrency: currency,
        accrued: null,
      }),
    )
    return add(user, account, { date: body.date, source: 'typed', lines })
  })

  serve(calls.addFile, async ({ user, params, request }) => {
    const account = await findAccount(user, params.id)
    const bytes = request.body
    if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw new AppError('unreadable_file')
    return add(user, account, statementOf(await reader.read(bytes), bytes, account))
  })

  serve(calls.changeTolerance, async ({ user, params, body }) => {
    const account = await findAccount(user, params.id)
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
    const tolerance = { ...account.tolerance, ...given }
    await store.changeTolerance(user.id, account.id, tolerance)
    return { data: tolerance }
  })
}

/** One statement with its lines; null where there is none. */
async function compareAccount(
  { store, portfolio }: ReconciliationDependencies,
  user: SignedIn,
  account: AccountRow,
  date: string | null,
): Promise<Answer | null> {
  const statements = await store.statements(user.id, { account: account.id, until: date })
  const newest = statements[0]
  if (!newest) return null
  const { id, currency, tolerance } = account
  const body: Filter = { settings: {}, filters: {}, family: account.family_id }
  const found = await portfolio.figures<Record<string, ComparedStatement[]>>('reconciliation', {
    user,
    body,
    given: async (): Promise<ToCompare> => ({ accounts: [{ id, currency, tolerance, statements }] }),
  })
  const all = found[id] ?? []
  const [latest] = all
  if (!latest) return null
  const isins = latest.lines.flatMap(({ ledger, stated }) => (ledger ? [] : (stated?.isin ?? [])))
  const known = await store.knownIsins(user.id, isins)
  // Accounts at custodians are posted by administrators.
  const mayPost = account.is_manual || user.role === 'admin'
  const lines = latest.lines.map(
    (line): Line => ({
      ...wireLine(line, latest, account),
      draft: mayPost ? draftOf(line, latest.date, account, known) : null,
    }),
  )
  return {
    account: { id, name: account.name },
    family: { id: account.family_id, name: account.family_name },
    // The contract checked it when the account was opened.
    currency: currency as Answer['currency'],
    statement_date: latest.date,
    received_at: new Date(newest.received_at).toISOString(),
    statement_value: latest.statementValue,
    ledger_value: latest.ledgerValue,
    break_value: latest.breakValue,
    lines,
    causes: causesOf(lines),
    tolerance,
    statements: all.map(each => ({ date: each.date, breaks_count: each.breaksCount })),
  }
}

function wireLine(
  line: ComparedStatement['lines'][number],
  statement: ComparedStatement,
  account: AccountRow,
): Omit<Line, 'draft'> {
  const { ledger, stated } = line
  return {
    position_id: ledger?.positionId ?? null,
    name: ledger?.name ?? stated?.name ?? stated?.currency ?? '',
    isin: ledger?.isin ?? stated?.isin ?? null,
    currency: (ledger?.currency ?? stated?.currency ?? account.currency) as Line['currency'],
    ledger_quantity: ledger?.quantity ?? null,
    statement_quantity: stated?.quantity ?? null,
    ledger_price: ledger?.price ?? null,
    statement_price: stated?.price ?? null,
    ledger_value: line.ledgerValue,
    statement_value: line.statementValue,
    break_value: line.breakValue,
    cause: line.cause,
    is_within_tolerance: line.isWithinTolerance,
    since: isBreak(line) ? (statement.since[line.key] ?? statement.date) : null,
  }
}

function causesOf(lines: readonly Line[]): Answer['causes'] {
  const byCause = Map.groupBy(
    lines.filter(({ cause }) => cause !== null),
    ({ cause }) => cause,
  )
  return [...byCause].flatMap(([cause, found]) =>
    cause === null
      ? []
      : [
          {
            cause,
            count: found.length,
            value: found.reduce((sum, line) => sum + (line.break_value ?? 0), 0),
          },
        ],
  )
}

const accountColumns: Record<string, (row: Account) => string | number | null> = {
  account: row => row.account.name,
  custodian: row => row.custodian.name,
  statement_date: row => row.statement_date,
  source: row => row.source,
  statement_value: row => row.statement_value,
  ledger_value: row => row.ledger_value,
  break_value: row => row.break_value,
  breaks_count: row => row.breaks_count,
  oldest_break: row => row.oldest_break,
}

const lineColumns: Record<string, (row: Line) => string | number | boolean | null> = {
  name: row => row.name,
  isin: row => row.isin,
  currency: row => row.currency,
  ledger_quantity: row => row.ledger_quantity,
  statement_quantity: row => row.statement_quantity,
  ledger_price: row => row.ledger_price,
  statement_price: row => row.statement_price,
  ledger_value: row => row.ledger_value,
  statement_value: row => row.statement_value,
  break_value: row => row.break_value,
  cause: row => row.cause,
  is_within_tolerance: row => row.is_within_tolerance,
  since: row => row.since,
}
