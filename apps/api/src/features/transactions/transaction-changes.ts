import { randomUUID } from 'node:crypto'
import type { CallReply, contract, HandlerBody, Transaction } from '@plumbline/contract'
import type { TransactionFacts } from '../../ledger/ledger.store.ts'
import type { SignedIn } from '../../platform/auth/signed-in.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { PartCall, PortfolioService } from '../../queries/portfolio-service.ts'
import type { TransactionRow } from '../../snapshots/facts.store.ts'
import type { EntryStore, StoredTransaction, TransactionPlace } from './entry.store.ts'
import { correctedFacts, enteredIn } from './transaction-correction.ts'
import { type DraftInstrument, transactionFrom } from './transaction-draft.ts'
import { effectOf } from './transaction-effect.ts'
import type { LedgerFigures } from './transaction-figures.query.ts'
import { draftInstrument } from './transaction-subject.ts'

type NewTransaction = HandlerBody<typeof contract.transactions.add>
type Correction = HandlerBody<typeof contract.transactions.correct>
type Preview = HandlerBody<typeof contract.transactions.preview>
type PreviewReply = CallReply<typeof contract.transactions.preview>
type VersionsOf = (
  user: SignedIn,
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

/** Works out what adding, correcting or voiding a transaction writes, and what it would change. */
export function transactionChanges(store: EntryStore, portfolio: PortfolioService) {
  const accountFor = async (user: SignedIn, id: string, field: string): Promise<TransactionPlace> => {
    const account = await store.account(user.id, id)
    if (!account) throw new AppError('not_found', { field })
    if (!account.is_manual && user.role !== 'admin') throw new AppError('contact_account_manager', { field })
    return account
  }

  /** The instrument that a position or an instrument names. */
  const instrumentFor = async (
    user: SignedIn,
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

  const checkDate = async (user: SignedIn, date: string | undefined): Promise<void> => {
    if (date !== undefined && date > (await store.today(user.id)))
      throw new AppError('invalid_field', { field: 'date', message: 'Use a day that has been.' })
  }

  /** A transaction that this user may change. */
  const find = async (user: SignedIn, id: string): Promise<StoredTransaction> => {
    const [transaction] = uuid.test(id) ? await store.versions(user.id, id) : []
    if (!transaction) throw new AppError('not_found')
    if (!transaction.is_manual && user.role !== 'admin') throw new AppError('contact_account_manager')
    return transaction
  }

  const adding = async (user: SignedIn, body: NewTransaction) => {
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
        { ...otherSide(facts), account_id: counter.id, link },
      ],
    }
  }

  const correcting = async (
    user: SignedIn,
    transaction: StoredTransaction,
    body: Omit<Correction, 'reason'> & { reason?: string | undefined },
  ) => {
    if (transaction.status === 'void')
      throw new AppError('conflict', { message: 'This transaction was voided. Restore it first.' })
    await checkDate(user, body.date)
    const account = { id: transaction.account_id, family_id: transaction.family_id }
    const before = enteredIn(transaction)
    const isOther = body.instrument !== undefined || body.position_id !== undefined
    const instrument = isOther ? await instrumentFor(user, account, body) : before.instrument
    const facts = correctedFacts(transaction, before, body, instrument)
    const partner = await store.partnerOf(user.id, transaction)
    if (partner && (facts.transaction_type ?? transaction.transaction_type) !== transaction.transaction_type)
      throw new AppError('invalid_field', {
        field: 'transaction_type',
        message: 'One side of a move between accounts stays one.',
      })
    const revisions: Revision[] = [{ transaction, readRevision: body.revision, facts }]
    if (partner)
      revisions.push({ transaction: partner, readRevision: partner.revision, facts: partnerFacts(facts) })
    return {
      revisions,
      how: { status: 'booked' as const, reason: body.reason, action: 'transaction_corrected' },
    }
  }

  /** A new revision with another status, of both sides of a move between accounts. */
  const withStatus = async (
    user: SignedIn,
    transaction: StoredTransaction,
    { revision, reason }: { revision: number; reason?: string | undefined },
    status: 'booked' | 'void',
  ) => {
    if ((transaction.status === 'void') === (status === 'void'))
      throw new AppError('conflict', { message: 'Someone did this in the meantime.' })
    const partner = await store.partnerOf(user.id, transaction)
    const revisions: Revision[] = [{ transaction, readRevision: revision, facts: {} }]
    if (partner) revisions.push({ transaction: partner, readRevision: partner.revision, facts: {} })
    const action = status === 'void' ? 'transaction_voided' : 'transaction_restored'
    return { revisions, how: { status, reason, action } }
  }

  const voiding = (
    user: SignedIn,
    transaction: StoredTransaction,
    body: { revision: number; reason?: string | undefined },
  ) => withStatus(user, transaction, body, 'void')
  const restoring = (
    user: SignedIn,
    transaction: StoredTransaction,
    body: { revision: number; reason?: string | undefined },
  ) => withStatus(user, transaction, body, 'booked')

  /** The transactions that would be in the ledger, by the roots they replace. */
  const drafted = async (user: SignedIn, body: Preview) => {
    if (body.add) {
      const { familyId, transactions } = await adding(user, body.add)
      const rows = transactions.map(facts => ({ rootId: randomUUID(), facts }))
      return {
        familyId,
        first: { root: rows[0]?.rootId ?? '', facts: rows[0]?.facts, isNew: true },
        draft: rows.map(({ rootId, facts }) => ({ rootId, transaction: rowOf(rootId, facts) })),
      }
    }
    const transaction = await find(user, body.id ?? '')
    const { revisions } = body.correct
      ? await correcting(user, transaction, body.correct)
      : await voiding(user, transaction, { revision: transaction.revision })
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

  const preview = async (user: SignedIn, body: Preview, versionsOf: VersionsOf): Promise<PreviewReply> => {
    const { familyId, first, draft } = await drafted(user, body)
    const { account_id: accountId, currency } = first.facts ?? (await find(user, first.root))
    const call: PartCall = {
      user,
      body: { settings: {}, filters: {}, family: familyId },
      given: async () => ({ root: first.root, accountId, currency }),
    }
    const before = await portfolio.figures<LedgerFigures>('ledgerFigures', call)
    const after = await portfolio.figures<LedgerFigures>('ledgerFigures', { ...call, draft })
    const alike = first.facts
      ? await store.similar(user.id, first.facts, first.isNew ? null : first.root)
      : []
    const similar = alike.length === 0 ? {} : await versionsOf(user, familyId, alike)
    const rows = Object.values(similar).flatMap(
      versions => Object.values(versions).toSorted((a, b) => b.revision - a.revision)[0] ?? [],
    )
    return { data: effectOf(before, after, rows, user.language) }
  }

  return { find, adding, correcting, voiding, restoring, preview }
}

/** What leaves one account arrives in the other. */
function otherSide(facts: TransactionFacts): TransactionFacts {
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

/** A correction as the other side of the move takes it: costs and the kind of transaction are each side's own. */
function partnerFacts(facts: Partial<TransactionFacts>): Partial<TransactionFacts> {
  const { fees: _fees, taxes: _taxes, account_id: _account, quantity, ...shared } = facts
  return quantity === undefined ? shared : { ...shared, quantity: negated(quantity) }
}

function rowOf(id: string, facts: TransactionFacts): TransactionRow {
  return { ...facts, id, lots: null, takes: null }
}
