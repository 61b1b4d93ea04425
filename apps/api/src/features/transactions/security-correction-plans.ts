import { randomUUID } from 'node:crypto'
import type { contract, HandlerBody } from '@plumbline/contract'
import { convertUnit } from '@plumbline/engine'
import type { TransactionFacts } from '../../ledger/ledger.store.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError, invariant } from '../../platform/errors/app-error.ts'
import type { InstrumentRow } from '../../snapshots/facts.store.ts'
import type { DraftTransactions } from '../../snapshots/family-facts.ts'
import type { EntryStore, StoredTransaction } from './entry.store.ts'
import {
  isStatedAlike,
  type MatchedTransaction,
  matchKey,
  type NewSecurity,
  type SecurityCorrectionsStore,
  type SecurityRow,
  type StatedHint,
} from './security-corrections.store.ts'
import type { TransactionChanges } from './transaction-changes.ts'

type Chosen = HandlerBody<typeof contract.securityCorrections.preview>

interface Plan {
  familyId: string
  from: { id: string; name: string; currency: string }
  target: SecurityRow | NewSecurity
  /** A new security as the draft of a preview has it. */
  drafted: InstrumentRow | null
  targetId: string
  revisions: { transaction: MatchedTransaction; facts: Partial<TransactionFacts> }[]
  /** What later imports recognize the security by; null to leave them as they are. */
  stated: string | null
}

export interface SecurityStores {
  entries: EntryStore
  corrections: SecurityCorrectionsStore
}

/** Plans moving transactions to another security. */
export function securityCorrectionPlans(
  { entries, corrections }: SecurityStores,
  changes: Pick<TransactionChanges, 'find'>,
) {
  /** A transaction that the user may change, and all of its security. */
  const findMatched = async (user: CurrentUser, id: string) => {
    const found = await changes.find(user, id)
    const security =
      found.instrument && (await corrections.security(user.id, found.family_id, found.instrument.id))
    if (!security || found.status === 'void') throw new AppError('not_found')
    const matched = await corrections.matched(user.id, found.family_id, security.id)
    const own = matched.find(({ root }) => root === found.id)
    if (!own) throw new AppError('not_found')
    return { found, security, matched, own }
  }

  const plan = async (user: CurrentUser, id: string, body: Chosen): Promise<Plan> => {
    const { found, security, matched, own } = await findMatched(user, id)
    const selected = selectTransactions(matched, own, body.scope)
    if (
      !mayChange(
        user,
        selected.map(({ is_manual: isManual }) => isManual),
      )
    )
      throw new AppError('contact_account_manager')
    const familyId = found.family_id
    const { target, drafted } = await readTarget(user, familyId, own, security, body)
    const stored = await entries.inForce(
      user.id,
      selected.map(({ root }) => root),
    )
    const byRoot = new Map(stored.map(row => [row.id, row]))
    const targetId = 'id' in target ? target.id : (drafted?.id ?? '')
    return {
      familyId,
      from: security,
      target,
      drafted,
      targetId,
      revisions: selected.map(transaction => ({
        transaction,
        facts: movedFacts(byRoot.get(transaction.root), security.currency, target.currency),
      })),
      stated: body.scope === 'transaction' ? null : matchKey(own),
    }
  }

  const readTarget = async (
    user: CurrentUser,
    familyId: string,
    own: MatchedTransaction,
    from: SecurityRow,
    { instrument, create }: Chosen,
  ): Promise<{ target: SecurityRow | NewSecurity; drafted: InstrumentRow | null }> => {
    if ((instrument === undefined) === (create === undefined))
      throw new AppError('invalid_field', {
        field: 'instrument',
        message: 'Choose a security, or describe a new one.',
      })
    if (instrument !== undefined) {
      const target = await corrections.security(user.id, familyId, instrument)
      if (!target) throw new AppError('not_found', { field: 'instrument' })
      if (target.id === from.id)
        throw new AppError('invalid_field', { field: 'instrument', message: 'Choose another security.' })
      return { target, drafted: null }
    }
    invariant(create, 'a security was described')
    const { name, isin = null, symbol = null, currency, instrument_type: type } = create
    if (isin !== null && (await corrections.listing(user.id, familyId, isin, currency)))
      throw new AppError('already_exists', {
        field: 'create.isin',
        message: 'There is a security with this ISIN and currency. Choose it.',
      })
    const hint: StatedHint = { ...own.hint, name, isin, symbol, currency, type }
    return { target: { hint, currency }, drafted: draftSecurity(hint, currency) }
  }

  const drafts = async (user: CurrentUser, planned: Plan): Promise<DraftTransactions> => {
    const roots = planned.revisions.map(({ transaction }) => transaction.root)
    const stored = new Map((await entries.inForce(user.id, roots)).map(row => [row.id, row]))
    return planned.revisions.flatMap(({ transaction, facts }) => {
      const row = stored.get(transaction.root)
      if (!row) return []
      const moved = { ...row, ...facts, instrument_id: planned.targetId }
      const { drafted } = planned
      return { rootId: row.id, transaction: moved, ...(drafted && { instrument: drafted }) }
    })
  }

  return { findMatched, plan, drafts }
}

/** Only administrators change transactions of custodian accounts. */
export const mayChange = (user: CurrentUser, areManual: readonly boolean[]): boolean =>
  user.role === 'admin' || areManual.every(Boolean)

/** Both sides of a transfer belong to one security. */
export function selectTransactions(
  matched: readonly MatchedTransaction[],
  own: MatchedTransaction,
  scope: Chosen['scope'],
): MatchedTransaction[] {
  const selected = matched.filter(
    each =>
      each === own ||
      (scope !== 'transaction' &&
        isStatedAlike(own, each) &&
        (scope === 'all' || each.import_id === own.import_id)),
  )
  const links = new Set(selected.flatMap(({ link }) => link ?? []))
  return matched.filter(each => selected.includes(each) || (each.link !== null && links.has(each.link)))
}

/** The price of a listing in another unit of the same currency, such as pence, as imports convert it. */
function movedFacts(
  stored: StoredTransaction | undefined,
  from: string,
  to: string,
): Partial<TransactionFacts> {
  if (!stored || stored.price === null || from === to) return {}
  const price = convertUnit(stored.price, from, to)
  return price === null ? {} : { price }
}

export const targetName = (target: SecurityRow | NewSecurity): string =>
  'id' in target ? target.name : (target.hint.name ?? '')

function draftSecurity(hint: StatedHint, currency: string): InstrumentRow {
  return {
    id: randomUUID(),
    name: hint.name ?? '',
    long_name: null,
    symbol: hint.symbol ?? null,
    isin: hint.isin ?? null,
    instrument_type: hint.type ?? 'equity',
    currency,
    country: null,
    sector: null,
    contract_size: hint.contractSize ?? '1',
    contract_expiration: hint.expiry ?? null,
    underlying_id: null,
    strike: hint.strike ?? null,
    option_right: hint.right ?? null,
    base_currency: null,
    terms: {},
    price_kind: 'traded',
    is_split_adjusted: false,
    splits: [],
  }
}
