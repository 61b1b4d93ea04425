import { randomUUID } from 'node:crypto'
import { type CallReply, contract, type HandlerBody } from '@plumbline/contract'
import { convertUnit } from '@plumbline/engine'
import type { CheckPlausibility } from '../../figures/plausibility/check-plausibility.ts'
import type { TransactionFacts } from '../../ledger/ledger.store.ts'
import { toActor } from '../../platform/auth/actor.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { statedKey } from '../../platform/db/market/matching-rules.store.ts'
import { AppError, invariant } from '../../platform/errors/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { InstrumentRow } from '../../snapshots/facts.store.ts'
import type { DraftTransactions } from '../../snapshots/family-facts.ts'
import type { EntryStore, StoredTransaction } from './entry.store.ts'
import {
  isStatedAlike,
  type MatchedTransaction,
  type NewSecurity,
  type SecurityCorrectionsStore,
  type SecurityRow,
  type StatedHint,
} from './security-corrections.store.ts'
import { securityEffectQuery } from './security-effect.query.ts'
import type { TransactionChanges } from './transaction-changes.ts'
import { describeEffect } from './transaction-effect.ts'

const calls = contract.securityCorrections
type Chosen = HandlerBody<typeof calls.preview>
type Stated = CallReply<typeof calls.read>['data']['stated']

interface Plan {
  familyId: string
  from: { id: string; name: string; currency: string }
  target: SecurityRow | NewSecurity
  /** The target as the draft of a preview has it. */
  drafted: InstrumentRow | null
  targetId: string
  revisions: { transaction: MatchedTransaction; facts: Partial<TransactionFacts> }[]
  stated: string | null
}

/** Moves transactions whose security an import recognized wrongly to another one. */
export function securityCorrectionsRoutes(
  serve: Serve,
  stores: { entries: EntryStore; corrections: SecurityCorrectionsStore },
  changes: Pick<TransactionChanges, 'find'>,
  portfolio: PortfolioService,
  checkPlausibility: CheckPlausibility,
): void {
  const { entries, corrections } = stores

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
      stated: body.scope === 'transaction' || own.hint === null ? null : statedKey(own.hint),
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

  serve(calls.read, async ({ user, params }) => {
    const { found, security, matched, own } = await findMatched(user, params.id)
    const last = await corrections.last(user.id, found.family_id, found.id)
    const count = (scope: Chosen['scope']) => selectTransactions(matched, own, scope).length
    return {
      data: {
        security: { id: security.id, name: security.name },
        stated: wireStated(own.hint),
        counts: { transaction: count('transaction'), import: count('import'), all: count('all') },
        family: found.family_id,
        correction: last && { id: last.id, from: last.from_name, transactions_count: last.count },
      },
    }
  })

  serve(calls.preview, async ({ user, params, body }) => {
    const planned = await plan(user, params.id, body)
    const draft = await drafts(user, planned)
    const ids = [planned.from.id, planned.targetId]
    const read = (change?: DraftTransactions) =>
      portfolio.run(securityEffectQuery, {
        user,
        body: { settings: {}, filters: {}, family: planned.familyId },
        readInput: async () => ids,
        ...(change && { draft: change }),
      })
    const [before, after] = [await read(), await read(draft)]
    const effect = describeEffect(before.figures, after.figures, [], before.figures.currency, user.language)
    const names = [planned.from.name, targetName(planned.target)]
    const accounts = new Map(
      planned.revisions.map(({ transaction: { account_id: id, account_name: name } }) => [id, { id, name }]),
    )
    return {
      data: {
        transactions_count: planned.revisions.length,
        accounts: [...accounts.values()].toSorted((a, b) => a.name.localeCompare(b.name, user.language)),
        positions: ids.map((id, place) => ({
          name: names[place] ?? '',
          before: before.held[id] ?? 0,
          after: after.held[id] ?? 0,
        })),
        changes: effect.changes.filter(({ figure }) => figure !== 'cash'),
        sets_rule: planned.stated !== null,
        currency: effect.currency,
      },
    }
  })

  serve(calls.post, async ({ user, params, body, request }) => {
    const planned = await plan(user, params.id, body)
    const draft = await drafts(user, planned)
    const first = draft.flatMap(({ transaction }) => transaction ?? [])[0]
    await checkPlausibility(
      user,
      {
        familyId: planned.familyId,
        // The others have the same security.
        entries: first ? [{ facts: first, fields: { price: 'instrument' } }] : [],
        draft,
        valueField: 'instrument',
        isAddition: false,
      },
      body.confirm,
    )
    const { familyId, from, target, revisions, stated } = planned
    const posted = await corrections.post(toActor(user, request.ip), {
      familyId,
      from: from.id,
      target,
      revisions,
      stated,
    })
    return { data: { ...posted, transactions_count: revisions.length } }
  })

  serve(calls.listStated, async ({ user, params }) => {
    if (!(await entries.instrument(user.id, params.id))) throw new AppError('not_found')
    const families = await corrections.families(user.id, params.id)
    const data = []
    for (const family of families) {
      const matched = await corrections.matched(user.id, family.id, params.id)
      const stated = matched.filter(({ hint }) => hint !== null && statedKey(hint) !== null)
      for (const group of Map.groupBy(stated, ({ hint }) => statedKey(hint ?? {})).values()) {
        const [first] = group
        const hint = wireStated(first?.hint ?? null)
        if (!first || !hint) continue
        data.push({
          family,
          stated: hint,
          transaction: first.root,
          transactions_count: group.length,
          may_change: mayChange(
            user,
            group.map(({ is_manual: isManual }) => isManual),
          ),
        })
      }
    }
    return { data }
  })

  serve(calls.undo, async ({ user, params, request }) => ({
    data: {
      transactions_count: await corrections.undo(toActor(user, request.ip), params.id, accounts =>
        mayChange(user, accounts),
      ),
    },
  }))
}

/** Only administrators change transactions of custodian accounts. */
const mayChange = (user: CurrentUser, areManual: readonly boolean[]): boolean =>
  user.role === 'admin' || areManual.every(Boolean)

/** Both sides of a transfer belong to one security. */
function selectTransactions(
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

const targetName = (target: SecurityRow | NewSecurity): string =>
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

function wireStated(hint: StatedHint | null): Stated {
  if (hint === null) return null
  const { name = null, isin = null, symbol = null, currency = null, identifiers = [] } = hint
  return { name, isin, symbol, currency, identifiers: [...identifiers] }
}
