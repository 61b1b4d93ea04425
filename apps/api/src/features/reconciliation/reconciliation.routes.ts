import { type CallReply, contract, type HandlerReply } from '@plumbline/contract'
import { fillText, type TextKey, textsIn } from '@plumbline/contract/texts'
import type { FileReading } from '@plumbline/importers'
import { toActor } from '../../platform/auth/actor.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError, invariant } from '../../platform/errors/app-error.ts'
import { sendCsv, toCsv } from '../../platform/http/bodies/csv.ts'
import { wantsCsv } from '../../platform/http/bodies/media-types.ts'
import { pageRows } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import {
  type ComparisonDependencies,
  compareAccount,
  compareAccounts,
  findProposal,
  findUnknownLine,
  mayAddStatements,
  mayPostTo,
  previewProposal,
} from './compare-account.ts'
import type { StatedLine } from './compare-statement.ts'
import { toMajorUnits } from './minor-units.ts'
import type { AccountFigures } from './proposal-effect.query.ts'
import type { Line } from './reconciliation-wire.ts'
import type { SecuritiesStore } from './securities.store.ts'
import { readStatementFile } from './statement-file.ts'
import type { AccountRow, NewStatement } from './statements.store.ts'

const calls = contract.reconciliation
type Account = CallReply<typeof calls.list>['data'][number]
type Effect = HandlerReply<typeof calls.preview>['data']

interface ReconciliationDependencies extends ComparisonDependencies {
  securities: SecuritiesStore
  reader: { read(bytes: Uint8Array): Promise<FileReading> }
}

/** Compares custodian statements with the ledger. Accounts of another family return not found. */
export function reconciliationRoutes(serve: Serve, dependencies: ReconciliationDependencies): void {
  serve(calls.list, async ({ user, query, body, request, reply }) => {
    const { data: rows, basis } = await compareAccounts(dependencies, user, body)
    if (wantsCsv(request)) {
      const { currency, as_of, family } = basis
      const columns = { ...accountColumns, calculated_currency: () => currency, as_of: () => as_of }
      return sendCsv(reply, toCsv(columns, rows), [family?.name ?? 'All families', as_of, currency])
    }
    return { ...pageRows(rows, calls.list.path, query), basis }
  })

  serve(calls.read, async ({ user, params, query, request, reply }) => {
    const account = await findAccount(dependencies, user, params.id)
    const comparison = await compareAccount(dependencies, user, account, query.date ?? null)
    if (!comparison || (query.date !== undefined && comparison.statement_date !== query.date))
      throw new AppError('not_found')
    if (wantsCsv(request)) {
      const { family, account: shown, currency, statement_date, lines } = comparison
      const columns = {
        ...lineColumns,
        account: () => shown.name,
        calculated_currency: () => currency,
        statement_date: () => statement_date,
      }
      return sendCsv(reply, toCsv(columns, lines), [family.name, shown.name, statement_date, currency])
    }
    return { data: comparison }
  })

  serve(calls.changeTolerance, async ({ user, params, body, request }) => {
    const account = await findAccount(dependencies, user, params.id)
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
    const tolerance = { ...account.tolerance, ...given }
    await dependencies.store.changeTolerance(toActor(user, request.ip), account, tolerance)
    return { data: tolerance }
  })

  serveStatements(serve, dependencies)
  serveProposals(serve, dependencies)
}

async function findAccount(
  { store }: ReconciliationDependencies,
  user: CurrentUser,
  id: string,
): Promise<AccountRow> {
  const account = await store.account(user.id, id)
  if (!account) throw new AppError('not_found')
  return account
}

/** Adds statements, typed or as a file, and the securities that only they name. */
function serveStatements(serve: Serve, dependencies: ReconciliationDependencies): void {
  const { store, reader, securities } = dependencies
  const findOwn = async (user: CurrentUser, id: string) => {
    const account = await findAccount(dependencies, user, id)
    if (!mayAddStatements(user, account)) throw new AppError('contact_account_manager')
    return account
  }
  const add = async (
    { user, request }: { user: CurrentUser; request: { ip: string } },
    account: AccountRow,
    statements: readonly NewStatement[],
  ) => {
    if ((await store.add(toActor(user, request.ip), account, statements)) === 'ahead')
      throw new AppError('invalid_field', { field: 'date', message: 'The date cannot be in the future.' })
    const newest = statements.map(({ date }) => date).sort()
    const comparison = await compareAccount(dependencies, user, account, newest.at(-1) ?? null)
    invariant(comparison, 'a statement that was just kept is there')
    return { data: comparison }
  }

  serve(calls.addStatement, async call => {
    const { user, params, body } = call
    const account = await findOwn(user, params.id)
    const lines = body.lines.map(
      ({ isin, name, currency, quantity, price, value }): StatedLine =>
        toMajorUnits({
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
    return add(call, account, [{ date: body.date, source: 'typed', numbers: [], lines }])
  })

  serve(calls.addFile, async call => {
    const { user, params, query, request } = call
    const account = await findOwn(user, params.id)
    const bytes = request.body
    if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw new AppError('unreadable_file')
    const numbers = await store.numbers(user.id, account)
    const owner = { account, numbers, isConfirmed: query.is_confirmed ?? false }
    const { statements, leftOut } = readStatementFile(await reader.read(bytes), bytes, owner)
    const { data } = await add(call, account, statements)
    return { data, extra: { left_out: leftOut } }
  })

  serve(calls.addSecurity, async ({ user, params, body, request }) => {
    const account = await findOwn(user, params.id)
    const line = await findUnknownLine(dependencies, user, account, body)
    const security = { name: body.name, type: body.instrument_type }
    // Someone else may have added it meanwhile, which is as good.
    if (line) await securities.add(toActor(user, request.ip), account, line, security)
    const comparison = await compareAccount(dependencies, user, account, body.date)
    invariant(comparison, 'the statement of the security is there')
    return { data: comparison }
  })
}

/** Previews, posts and undoes proposals. */
function serveProposals(serve: Serve, dependencies: ReconciliationDependencies): void {
  const { postings, store } = dependencies
  /** Null stands for an account that the user does not see. */
  const checkMayPost = async (user: CurrentUser, account: AccountRow, touched: (string | null)[]) => {
    for (const id of new Set(touched)) {
      const owner = id === account.id ? account : id && (await store.account(user.id, id))
      if (!owner || !mayPostTo(user, owner)) throw new AppError('contact_account_manager')
    }
  }
  const read = async (user: CurrentUser, account: AccountRow, date: string) => {
    const comparison = await compareAccount(dependencies, user, account, date)
    invariant(comparison, 'the statement of a posting is there')
    return { data: comparison }
  }

  serve(calls.preview, async ({ user, params, body }) => {
    const account = await findAccount(dependencies, user, params.id)
    const found = await findProposal(dependencies, user, account, body)
    if (!found) throw new AppError('conflict')
    const { before, after, breaksAfter } = await previewProposal(dependencies, user, account, found)
    return {
      data: {
        changes: describeChanges(before, after, user),
        breaks_before: found.compared.breaksCount,
        breaks_after: breaksAfter,
        // The currency of the settings is one of the list.
        currency: after.currency as Effect['currency'],
      },
    }
  })

  serve(calls.post, async ({ user, params, body, request }) => {
    const account = await findAccount(dependencies, user, params.id)
    const found = await findProposal(dependencies, user, account, body)
    if (!found) {
      const posted = await postings.list(user.id, account.id, body.date)
      // The same proposal was posted already, by a repeated request.
      if (posted.some(({ proposal }) => proposal === body.proposal)) return read(user, account, body.date)
      throw new AppError('conflict')
    }
    const { proposal, version } = found
    await checkMayPost(
      user,
      account,
      proposal.changes.map(each => (each.action === 'add' ? account.id : each.row.account_id)),
    )
    if ((await previewProposal(dependencies, user, account, found)).isWorse)
      throw new AppError('conflict', { message: 'This would make the differences larger.' })
    const causes = [...new Set(proposal.explanations.map(({ cause }) => cause))]
    const posting = { date: body.date, proposal: proposal.id, causes, changes: proposal.changes }
    await postings.post(toActor(user, request.ip), account, posting, version)
    return read(user, account, body.date)
  })

  serve(calls.undo, async ({ user, params, body, request }) => {
    const account = await findAccount(dependencies, user, params.id)
    await checkMayPost(user, account, [account.id])
    await checkMayPost(user, account, await postings.accounts(user.id, account, body.posting))
    return read(user, account, await postings.undo(toActor(user, request.ip), account, body.posting))
  })
}

function describeChanges(
  before: AccountFigures,
  after: AccountFigures,
  user: CurrentUser,
): Effect['changes'] {
  const texts = textsIn(user.language)
  const figures = [
    ['nav', 'nav'],
    ['cash', 'cash'],
    ['net_cashflow', 'netCashflow'],
    ['pnl_total', 'pnl'],
    ['pnl_realized', 'realized'],
    ['pnl_unrealized', 'unrealized'],
  ] as const
  return figures.map(([figure, field]) => ({
    figure,
    // The catalogue has a text for every figure above.
    name: fillText(texts[`effect_${figure}` as TextKey], {}),
    before: before[field],
    after: after[field],
    difference: subtract(after[field], before[field]),
  }))
}

/** Unknown while one of them is. */
function subtract(after: number | null, before: number | null): number | null {
  return after === null || before === null ? null : after - before
}

const accountColumns: Record<string, (row: Account) => string | number | null> = {
  family: row => row.family.name,
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
