import { type CallReply, contract, type Filter, type HandlerReply } from '@plumbline/contract'
import type { FileReading } from '@plumbline/importers'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError, invariant } from '../../platform/errors/app-error.ts'
import { sendCsv, toCsv } from '../../platform/http/csv.ts'
import { wantsCsv } from '../../platform/http/media-types.ts'
import { pageRows } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { StatedLine } from './compare-statement.ts'
import { reconciledAccountsQuery } from './reconciled-accounts.query.ts'
import { type ComparedStatement, isBreak, reconciliationQuery } from './reconciliation.query.ts'
import { readStatementFile } from './statement-file.ts'
import type { AccountRow, StatementsStore } from './statements.store.ts'
import { suggestTransaction } from './suggest-transaction.ts'

const calls = contract.reconciliation
type ReconciliationReply = HandlerReply<typeof calls.read>['data']
type Line = ReconciliationReply['lines'][number]
type Account = CallReply<typeof calls.list>['data'][number]

interface ReconciliationDependencies {
  store: StatementsStore
  portfolio: PortfolioService
  reader: { read(bytes: Uint8Array): Promise<FileReading> }
}

/** Compares custodian statements with the ledger. Accounts of another family return not found. */
export function reconciliationRoutes(serve: Serve, dependencies: ReconciliationDependencies): void {
  const { store, portfolio, reader } = dependencies
  const findAccount = async (user: CurrentUser, id: string) => {
    const account = await store.account(user.id, id)
    if (!account) throw new AppError('not_found')
    return account
  }
  const compare = (user: CurrentUser, account: AccountRow, date: string | null) =>
    compareAccount(dependencies, user, account, date)

  serve(calls.list, async ({ user, query, body, request, reply }) => {
    const { data: rows, basis } = await portfolio.run(reconciledAccountsQuery, {
      user,
      body,
      readInput: async families => ({
        statements: await store.statements(user.id, { families }),
        tolerances: await store.tolerances(user.id, families),
        families: await store.accountFamilies(user.id, families),
      }),
    })
    if (wantsCsv(request)) return sendCsv(reply, toCsv(accountColumns, rows))
    return { ...pageRows(rows, calls.list.path, query), basis }
  })

  serve(calls.read, async ({ user, params, query, request, reply }) => {
    const account = await findAccount(user, params.id)
    const comparison = await compare(user, account, query.date ?? null)
    if (!comparison || (query.date !== undefined && comparison.statement_date !== query.date))
      throw new AppError('not_found')
    if (wantsCsv(request)) return sendCsv(reply, toCsv(lineColumns, comparison.lines))
    return { data: comparison }
  })

  const add = async (
    user: CurrentUser,
    account: AccountRow,
    statement: Parameters<StatementsStore['add']>[2],
  ) => {
    if ((await store.add(user.id, account, statement)) === 'ahead')
      throw new AppError('invalid_field', { field: 'date', message: 'Use a date up to today.' })
    const comparison = await compare(user, account, statement.date)
    invariant(comparison, 'a statement that was just kept is there')
    return { data: comparison }
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
    return add(user, account, readStatementFile(await reader.read(bytes), bytes, account))
  })

  serve(calls.changeTolerance, async ({ user, params, body }) => {
    const account = await findAccount(user, params.id)
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
    const tolerance = { ...account.tolerance, ...given }
    await store.changeTolerance(user.id, account.id, tolerance)
    return { data: tolerance }
  })
}

/** Null if there is no statement. */
async function compareAccount(
  { store, portfolio }: ReconciliationDependencies,
  user: CurrentUser,
  account: AccountRow,
  date: string | null,
): Promise<ReconciliationReply | null> {
  const statements = await store.statements(user.id, { account: account.id, until: date })
  const newest = statements[0]
  if (!newest) return null
  const { id, currency, tolerance } = account
  const body: Filter = { settings: {}, filters: {}, family: account.family_id }
  const found = await portfolio.run(reconciliationQuery, {
    user,
    body,
    readInput: async () => ({ accounts: [{ id, currency, tolerance, statements }] }),
  })
  const all = found[id] ?? []
  const [latest] = all
  if (!latest) return null
  const isins = latest.lines.flatMap(({ ledger, stated }) => (ledger ? [] : (stated?.isin ?? [])))
  const known = await store.knownIsins(user.id, isins)
  // Only administrators post to custodian accounts.
  const mayPost = account.is_manual || user.role === 'admin'
  const lines = latest.lines.map(
    (line): Line => ({
      ...wireLine(line, latest, account),
      draft: mayPost ? suggestTransaction(line, latest.date, account, known) : null,
    }),
  )
  return {
    account: { id, name: account.name },
    family: { id: account.family_id, name: account.family_name },
    // Validated when the account was opened.
    currency: currency as ReconciliationReply['currency'],
    statement_date: latest.date,
    received_at: new Date(newest.received_at).toISOString(),
    statement_value: latest.statementValue,
    ledger_value: latest.ledgerValue,
    break_value: latest.breakValue,
    lines,
    causes: summarizeCauses(lines),
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

function summarizeCauses(lines: readonly Line[]): ReconciliationReply['causes'] {
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
