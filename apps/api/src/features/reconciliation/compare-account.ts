import { randomUUID } from 'node:crypto'
import type { Filter } from '@plumbline/contract'
import { isStaff } from '../../platform/auth/actor.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { TransactionRow } from '../../snapshots/facts.store.ts'
import type { DraftTransactions } from '../../snapshots/family-facts.ts'
import type { Change } from './causes/explanation.ts'
import type { Proposal } from './causes/find-causes.ts'
import { type ComparedLine, type StatedLine, statedKey } from './compare-statement.ts'
import { mergeStatements } from './merge-statements.ts'
import type { PostingsStore } from './postings.store.ts'
import { proposalEffectQuery } from './proposal-effect.query.ts'
import { reconciledAccountsQuery } from './reconciled-accounts.query.ts'
import {
  type ComparedStatement,
  dropWorsening,
  isWorse,
  type ReconciliationInput,
  reconciliationQuery,
} from './reconciliation.query.ts'
import { type ReconciliationReply, wireReconciliation } from './reconciliation-wire.ts'
import { findUnknown } from './statement-difference.ts'
import type { AccountRow, StatementsStore } from './statements.store.ts'

export interface ComparisonDependencies {
  store: StatementsStore
  postings: PostingsStore
  portfolio: PortfolioService
}

/** Only administrators post to custodian accounts. */
export function mayPostTo(user: CurrentUser, account: Pick<AccountRow, 'is_manual'>): boolean {
  return account.is_manual || user.role === 'admin'
}

/** Clients state what their own accounts hold; statements of custodians are for staff. */
export function mayAddStatements(user: CurrentUser, account: Pick<AccountRow, 'is_manual'>): boolean {
  return account.is_manual || isStaff(user)
}

const familyFilter = ({ family_id: family }: AccountRow): Filter => ({ settings: {}, filters: {}, family })

async function readInput(
  { store }: ComparisonDependencies,
  user: CurrentUser,
  account: AccountRow,
  date: string | null,
): Promise<ReconciliationInput | null> {
  const received = await store.statements(user.id, { account: account.id, until: date })
  const statements = mergeStatements(received)
  const [newest] = statements
  if (!newest) return null
  const { id, currency, tolerance, family_id: family } = account
  const sameDay = await store.statements(user.id, { family, day: newest.date })
  const others = Map.groupBy(
    sameDay.filter(row => row.account_id !== id),
    row => row.account_id,
  )
  return {
    account: { id, currency, tolerance, statements },
    others: [...others].map(([other, rows]) => ({
      id: other,
      currency,
      tolerance,
      statements: mergeStatements(rows),
    })),
    transactions: await store.transactions(user.id, [family], newest.date),
    known: await store.known(user.id, family, newest.lines),
  }
}

function compareStatements(
  { portfolio }: ComparisonDependencies,
  user: CurrentUser,
  account: AccountRow,
  input: ReconciliationInput,
  draft?: DraftTransactions,
) {
  return portfolio.run(reconciliationQuery, {
    user,
    body: familyFilter(account),
    readInput: async () => input,
    ...(draft && { draft }),
  })
}

/** The accounts of a scope beside their latest statements. */
export function compareAccounts(
  { store, portfolio }: Pick<ComparisonDependencies, 'store' | 'portfolio'>,
  user: CurrentUser,
  body: Filter,
) {
  return portfolio.run(reconciledAccountsQuery, {
    user,
    body,
    readInput: async families => ({
      statements: await store.statements(user.id, { families }),
      transactions: await store.transactions(user.id, families, null),
      tolerances: await store.tolerances(user.id, families),
      families: await store.accountFamilies(user.id, families),
      isForStaff: isStaff(user),
    }),
  })
}

/** The newest statement beside the ledger with a draft. */
async function compareWith(
  dependencies: ComparisonDependencies,
  user: CurrentUser,
  account: AccountRow,
  input: ReconciliationInput,
  draft: DraftTransactions,
): Promise<ComparedStatement | undefined> {
  const replaced = new Set(draft.map(({ rootId }) => rootId))
  const transactions = [
    ...input.transactions.filter(({ id }) => !replaced.has(id)),
    ...draft.flatMap(({ transaction }) => transaction ?? []),
  ]
  const { statements } = await compareStatements(
    dependencies,
    user,
    account,
    { ...input, transactions },
    draft,
  )
  return statements[0]
}

/** The breaks of the statement of a day; null if there is none. */
export async function countBreaks(
  dependencies: ComparisonDependencies,
  user: CurrentUser,
  account: AccountRow,
  date: string,
): Promise<number | null> {
  const input = await readInput(dependencies, user, account, date)
  if (!input) return null
  const { statements } = await compareStatements(dependencies, user, account, input)
  return statements.find(each => each.date === date)?.breaksCount ?? null
}

/** Null if there is no statement. */
export async function compareAccount(
  dependencies: ComparisonDependencies,
  user: CurrentUser,
  account: AccountRow,
  date: string | null,
): Promise<ReconciliationReply | null> {
  const input = await readInput(dependencies, user, account, date)
  const day = input?.account.statements[0]
  if (!input || !day) return null
  const { postings, store } = dependencies
  const { statements, groups: found, units } = await compareStatements(dependencies, user, account, input)
  const [latest] = statements
  if (!latest) return null
  const groups = await dropWorsening(found, latest, async changes => {
    const fixed = await compareWith(dependencies, user, account, input, toDraft(changes))
    return fixed ?? latest
  })
  const changes = groups.flatMap(({ proposals }) => proposals.flatMap(each => each.changes))
  const owners = await readOwners(store, user, changes)
  return wireReconciliation(
    {
      account,
      day,
      statements,
      groups,
      postings: await postings.list(user.id, account.id, latest.date),
      names: listNames(latest.lines, input.known, owners, account),
      known: input.known,
      units,
      mayChange: mayAddStatements(user, account),
      mayPost: wanted =>
        listAccounts(account.id, wanted).every(id => {
          const owner = id === account.id ? account : owners.get(id)
          return owner !== undefined && mayPostTo(user, owner)
        }),
      language: user.language,
    },
    latest,
  )
}

function listAccounts(own: string, changes: readonly Change[]): string[] {
  const touched = changes.map(change =>
    change.action === 'add' ? change.facts.account_id : change.row.account_id,
  )
  return [...new Set([own, ...touched])]
}

async function readOwners(
  store: StatementsStore,
  user: CurrentUser,
  changes: readonly Change[],
): Promise<Map<string, AccountRow>> {
  const owners = new Map<string, AccountRow>()
  for (const id of listAccounts('', changes)) {
    const found = id === '' ? null : await store.account(user.id, id)
    if (found) owners.set(id, found)
  }
  return owners
}

function listNames(
  lines: readonly ComparedLine[],
  known: ReconciliationInput['known'],
  owners: ReadonlyMap<string, AccountRow>,
  account: AccountRow,
): Map<string, string> {
  const names = new Map([...owners].map(([id, { name }]) => [id, name]))
  for (const { ledger, stated } of lines) {
    const id = ledger?.instrument ?? (stated ? known[statedKey(stated)]?.id : undefined)
    if (id !== undefined) names.set(id, ledger?.name ?? stated?.name ?? '')
  }
  return names.set(account.id, account.name)
}

interface FoundProposal {
  proposal: Proposal
  input: ReconciliationInput
  version: string
  compared: ComparedStatement
}

/** A proposal as it is derived now, with the version of the ledger it was derived from. */
export async function findProposal(
  dependencies: ComparisonDependencies,
  user: CurrentUser,
  account: AccountRow,
  wanted: { date: string; proposal: string },
): Promise<FoundProposal | null> {
  const version = await dependencies.postings.version(user.id, account.family_id)
  const input = await readInput(dependencies, user, account, wanted.date)
  if (input?.account.statements[0]?.date !== wanted.date) throw new AppError('not_found')
  const { statements, groups } = await compareStatements(dependencies, user, account, input)
  const proposal = groups
    .flatMap(({ proposals }) => proposals)
    .find(({ id, changes }) => id === wanted.proposal && changes.length > 0)
  const [compared] = statements
  return proposal && compared ? { proposal, input, version, compared } : null
}

/** The line of a statement whose security is to be added; null if it is known meanwhile. */
export async function findUnknownLine(
  dependencies: ComparisonDependencies,
  user: CurrentUser,
  account: AccountRow,
  wanted: { date: string; line: string },
): Promise<StatedLine | null> {
  const input = await readInput(dependencies, user, account, wanted.date)
  if (input?.account.statements[0]?.date !== wanted.date) throw new AppError('not_found')
  const { statements } = await compareStatements(dependencies, user, account, input)
  const line = statements[0]?.lines.find(({ key }) => key === wanted.line)
  if (!line) throw new AppError('not_found')
  return findUnknown(line, input.known)
}

/** Figures and breaks with and without the changes of a proposal. */
export async function previewProposal(
  dependencies: ComparisonDependencies,
  user: CurrentUser,
  account: AccountRow,
  { proposal, input, compared }: FoundProposal,
) {
  const { portfolio } = dependencies
  const draft = toDraft(proposal.changes)
  const call = { user, body: familyFilter(account), readInput: async () => ({ account: account.id }) }
  const before = await portfolio.run(proposalEffectQuery, call)
  const after = await portfolio.run(proposalEffectQuery, { ...call, draft })
  const fixed = (await compareWith(dependencies, user, account, input, draft)) ?? compared
  return { before, after, breaksAfter: fixed.breaksCount, isWorse: isWorse(fixed, compared) }
}

function toDraft(changes: readonly Change[]): DraftTransactions {
  const links = new Map<string, string>()
  return changes.map(change => {
    if (change.action === 'void') return { rootId: change.row.id, transaction: null }
    if (change.action === 'correct')
      return { rootId: change.row.id, transaction: { ...change.row, ...change.facts } }
    const rootId = randomUUID()
    const { link } = change.facts
    if (link !== null) links.set(link, links.get(link) ?? randomUUID())
    const row: TransactionRow = {
      ...change.facts,
      link: link === null ? null : (links.get(link) ?? null),
      id: rootId,
      lots: null,
      takes: null,
    }
    return { rootId, transaction: row }
  })
}
