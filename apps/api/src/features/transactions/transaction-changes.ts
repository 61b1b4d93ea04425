import { randomUUID } from 'node:crypto'
import type { CallReply, contract, HandlerBody, Transaction } from '@plumbline/contract'
import type { TransactionFacts } from '../../ledger/ledger.store.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { DraftTransactions } from '../../snapshots/family-facts.ts'
import { draftInstrument } from './draft-instrument.ts'
import type { AccountPlace, EntryStore, StoredTransaction } from './entry.store.ts'
import { toDraftRow } from './planned-write.ts'
import { correctedFacts, toDraft } from './transaction-correction.ts'
import { type DraftInstrument, transactionFrom } from './transaction-draft.ts'
import { describeEffect } from './transaction-effect.ts'
import { ledgerFiguresQuery } from './transaction-figures.query.ts'

type NewTransaction = HandlerBody<typeof contract.transactions.add>
type Correction = HandlerBody<typeof contract.transactions.correct>
type Preview = HandlerBody<typeof contract.transactions.preview>
type PreviewReply = CallReply<typeof contract.transactions.preview>
type LoadVersions = (
  user: CurrentUser,
  familyId: string,
  roots: string[],
) => Promise<Record<string, Record<number, Transaction>>>

export type TransactionChanges = ReturnType<typeof transactionChanges>

interface Revision {
  transaction: StoredTransaction
  readRevision: number
  facts: Partial<TransactionFacts>
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Plans additions, corrections and voids of transactions, and previews their effect. */
export function transactionChanges(store: EntryStore, portfolio: PortfolioService) {
  const accountFor = async (user: CurrentUser, id: string, field: string): Promise<AccountPlace> => {
    const account = await store.account(user.id, id)
    if (!account) throw new AppError('not_found', { field })
    if (!account.is_manual && user.role !== 'admin') throw new AppError('contact_account_manager', { field })
    return account
  }

  /** Finds the instrument of a position id or instrument id. */
  const instrumentFor = async (
    user: CurrentUser,
    account: { id: string; family_id: string },
    { position_id, instrument }: Pick<NewTransaction, 'position_id' | 'instrument'>,
  ): Promise<DraftInstrument | null> => {
    if (position_id) {
      const root = position_id.replace(/\.\d+$/, '')
      const [opening] = uuid.test(root) ? await store.versions(user.id, root) : []
      if (!opening?.instrument_id || opening.account_id !== account.id)
        throw new AppError('not_found', { field: 'position_id' })
      return instrumentFor(user, account, { instrument: opening.instrument_id })
    }
    if (!instrument) return null
    const found = await store.instrument(user.id, instrument)
    if (!found || (found.family_id !== null && found.family_id !== account.family_id))
      throw new AppError('not_found', { field: 'instrument' })
    return draftInstrument(found)
  }

  const checkDate = async (user: CurrentUser, date: string | undefined): Promise<void> => {
    if (date !== undefined && date > (await store.today(user.id)))
      throw new AppError('invalid_field', { field: 'date', message: 'The date cannot be in the future.' })
  }

  /** A transaction that this user may change. */
  const find = async (user: CurrentUser, id: string): Promise<StoredTransaction> => {
    const [transaction] = uuid.test(id) ? await store.versions(user.id, id) : []
    if (!transaction) throw new AppError('not_found')
    if (!transaction.is_manual && user.role !== 'admin') throw new AppError('contact_account_manager')
    return transaction
  }

  const planAddition = async (user: CurrentUser, body: NewTransaction) => {
    const account = await accountFor(user, body.account, 'account')
    await checkDate(user, body.date)
    const instrument = await instrumentFor(user, account, body)
    const facts = transactionFrom({ ...body, accountId: account.id, instrument })
    const isTransfer = body.transaction_type === 'transfer_in' || body.transaction_type === 'transfer_out'
    if (!isTransfer || !body.counter_account) return { familyId: account.family_id, transactions: [facts] }
    const counter = await accountFor(user, body.counter_account, 'counter_account')
    if (counter.id === account.id || counter.family_id !== account.family_id)
      throw new AppError('invalid_field', {
        field: 'counter_account',
        message: 'Choose another account of the same family.',
      })
    const link = randomUUID()
    return {
      familyId: account.family_id,
      transactions: [
        { ...facts, link },
        { ...counterpart(facts), account_id: counter.id, link },
      ],
    }
  }

  const planCorrection = async (
    user: CurrentUser,
    transaction: StoredTransaction,
    body: Omit<Correction, 'reason'> & { reason?: string | undefined },
  ) => {
    if (transaction.status === 'void')
      throw new AppError('conflict', { message: 'This transaction was voided. Restore it first.' })
    await checkDate(user, body.date)
    const account = { id: transaction.account_id, family_id: transaction.family_id }
    const before = toDraft(transaction)
    const isOther = body.instrument !== undefined || body.position_id !== undefined
    const instrument = isOther ? await instrumentFor(user, account, body) : before.instrument
    const facts = correctedFacts(transaction, before, body, instrument)
    const partner = await store.findPartner(user.id, transaction)
    if (partner && (facts.transaction_type ?? transaction.transaction_type) !== transaction.transaction_type)
      throw new AppError('invalid_field', {
        field: 'transaction_type',
        message: 'The type of a transfer between accounts cannot be changed.',
      })
    const revisions: Revision[] = [{ transaction, readRevision: body.revision, facts }]
    if (partner)
      revisions.push({ transaction: partner, readRevision: partner.revision, facts: partnerFacts(facts) })
    return {
      revisions,
      how: { status: 'booked' as const, reason: body.reason, action: 'transaction_corrected' },
    }
  }

  /** Revises the status of a transaction, on both sides of a transfer. */
  const withStatus = async (
    user: CurrentUser,
    transaction: StoredTransaction,
    { revision, reason }: { revision: number; reason?: string | undefined },
    status: 'booked' | 'void',
  ) => {
    if ((transaction.status === 'void') === (status === 'void'))
      throw new AppError('conflict', {
        message:
          status === 'void' ? 'This transaction is already voided.' : 'This transaction is not voided.',
      })
    const partner = await store.findPartner(user.id, transaction)
    const revisions: Revision[] = [{ transaction, readRevision: revision, facts: {} }]
    if (partner) revisions.push({ transaction: partner, readRevision: partner.revision, facts: {} })
    const action = status === 'void' ? 'transaction_voided' : 'transaction_restored'
    return { revisions, how: { status, reason, action } }
  }

  const planVoid = (
    user: CurrentUser,
    transaction: StoredTransaction,
    body: { revision: number; reason?: string | undefined },
  ) => withStatus(user, transaction, body, 'void')
  const planRestore = (
    user: CurrentUser,
    transaction: StoredTransaction,
    body: { revision: number; reason?: string | undefined },
  ) => withStatus(user, transaction, body, 'booked')

  /** The resulting transactions by the root ids they replace. */
  const draftEntries = async (user: CurrentUser, body: Preview) => {
    if (body.add) {
      const { familyId, transactions } = await planAddition(user, body.add)
      const draft = transactions.map(facts => toDraftRow(randomUUID(), facts))
      return {
        familyId,
        first: { root: draft[0]?.rootId ?? '', facts: transactions[0], isNew: true },
        draft,
      }
    }
    const transaction = await find(user, body.id ?? '')
    const { revisions } = body.correct
      ? await planCorrection(user, transaction, body.correct)
      : await planVoid(user, transaction, { revision: transaction.revision })
    return {
      familyId: transaction.family_id,
      first: {
        root: transaction.id,
        facts: body.correct ? { ...transaction, ...revisions[0]?.facts } : undefined,
        isNew: false,
      },
      draft: revisions.map(({ transaction: row, facts }) => ({
        rootId: row.id,
        transaction: body.correct ? { ...row, ...facts } : null,
      })),
    }
  }

  const preview = async (
    user: CurrentUser,
    body: Preview,
    loadVersions: LoadVersions,
  ): Promise<PreviewReply> => {
    const { familyId, first, draft } = await draftEntries(user, body)
    const { account_id: accountId, currency } = first.facts ?? (await find(user, first.root))
    const readFigures = (roots: string[], change: DraftTransactions | undefined) =>
      portfolio.run(ledgerFiguresQuery, {
        user,
        body: { settings: {}, filters: {}, family: familyId },
        readInput: async () => ({ roots, accountId, currency }),
        ...(change ? { draft: change } : {}),
      })
    // A new transaction is only in the draft, and a voided one only in the ledger: the others identify their position.
    const known = await readFigures([first.root], first.isNew ? draft : undefined)
    const roots = [first.root, ...(known.position?.roots ?? [])]
    const other = await readFigures(roots, first.isNew ? undefined : draft)
    const [before, after] = first.isNew ? [other, known] : [known, other]
    const alike = first.facts
      ? await store.similar(user.id, first.facts, first.isNew ? null : first.root)
      : []
    const similar = alike.length === 0 ? {} : await loadVersions(user, familyId, alike)
    const rows = Object.values(similar).flatMap(
      versions => Object.values(versions).toSorted((a, b) => b.revision - a.revision)[0] ?? [],
    )
    return { data: describeEffect(before, after, rows, currency, user.language) }
  }

  return { find, planAddition, planCorrection, planVoid, planRestore, preview }
}

/** The other side of a transfer. */
function counterpart(facts: TransactionFacts): TransactionFacts {
  return {
    ...facts,
    transaction_type: facts.transaction_type === 'transfer_in' ? 'transfer_out' : 'transfer_in',
    quantity: negated(facts.quantity),
    fees: '0',
    taxes: '0',
  }
}

function negated(decimal: string | null | undefined): string | null {
  if (decimal == null) return null
  return decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`
}

/** A correction applied to the other side of a transfer; costs, shares of a cost and type stay with each side. */
function partnerFacts(facts: Partial<TransactionFacts>): Partial<TransactionFacts> {
  const { fees: _fees, taxes: _taxes, account_id: _account, basis_share: _share, quantity, ...shared } = facts
  return quantity === undefined ? shared : { ...shared, quantity: negated(quantity) }
}
