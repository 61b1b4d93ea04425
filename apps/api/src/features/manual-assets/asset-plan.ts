import { toNumber } from '@plumbline/engine'
import { EntryError, toFacts, valuationFacts } from './asset-entry.ts'
import {
  type AssetFacts,
  type AssetKind,
  isDerived,
  isPar,
  isValuation,
  type PostedFacts,
  type TransactionEntry,
  type ValuationEntry,
} from './asset-facts.ts'
import { type AssetState, applyFacts, initialState, roundUnits } from './asset-state.ts'

/** A requested change of one entry, and its path in the form. */
export type EntryChange = { path: string; rootId: string | null; isVoid: boolean } & (
  | { transaction: TransactionEntry }
  | { valuation: ValuationEntry }
)

/** The ledger changes that carry out the request. Paths name the entries of the form. */
export interface AssetPlan {
  add: { path: string; facts: AssetFacts; isPar: boolean }[]
  /** Consequences are changes the user did not request, such as recomputed units of a later call. */
  revise: { path: string; posted: PostedFacts; facts: AssetFacts; isConsequence: boolean }[]
  void: PostedFacts[]
  /** Every transaction that stays or is added, and whether it is paid elsewhere. `added` is its place in `add`. */
  payments: { facts: AssetFacts; posted: PostedFacts | null; added: number; isElsewhere: boolean }[]
}

/** A form field that does not fit. */
export class PlanError extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

interface Step {
  date: string
  order: number
  change: EntryChange | null
  posted: PostedFacts | null
}

/**
 * Plans the transactions of an asset day by day: new and corrected entries, and what follows from them. A
 * valuation states a total, so an earlier purchase changes its value per unit; a call buys units at the
 * carrying value, which an earlier valuation changes.
 */
export function planAsset(
  kind: AssetKind,
  postedFacts: readonly PostedFacts[],
  changes: readonly EntryChange[],
): AssetPlan {
  const corrected = new Set(changes.flatMap(({ rootId }) => rootId ?? []))
  const par = postedFacts.filter(isPar)
  const own = postedFacts.filter(facts => !isPar(facts))
  checkKnown(own, changes)
  const steps = buildSteps(own, changes, corrected)
  checkSingleValuations(steps)
  const plan: AssetPlan = { add: [], revise: [], void: listVoided(own, changes), payments: [] }
  let state = initialState
  for (const step of steps) {
    const facts = resolveStep(step, kind, state)
    const path = step.change?.path ?? ''
    if (!step.posted) plan.add.push({ path, facts, isPar: false })
    else if (isDifferent(step.posted, facts))
      plan.revise.push({ path, posted: step.posted, facts, isConsequence: step.change === null })
    if (step.order === 0) plan.payments.push(planPayment(step, facts, plan.add.length - 1))
    state = applyFacts(state, facts, kind)
    // A restatement without changes may find an asset oversold already, which the figures flag.
    if (changes.length > 0) checkSide(state, step, kind)
  }
  planPar(plan, kind, par, steps)
  return plan
}

function planPayment(
  { change, posted }: Step,
  facts: AssetFacts,
  added: number,
): AssetPlan['payments'][number] {
  const stated = change && 'transaction' in change ? change.transaction.paidFrom : undefined
  const isElsewhere = stated === undefined ? posted?.elsewhere != null : stated === 'elsewhere'
  return { facts, posted, added: posted ? -1 : added, isElsewhere }
}

function checkKnown(own: readonly PostedFacts[], changes: readonly EntryChange[]): void {
  const known = new Map(own.map(facts => [facts.root_id, facts]))
  for (const change of changes) {
    const found = change.rootId === null ? null : known.get(change.rootId)
    if (found === undefined || (found && isValuation(found) !== 'valuation' in change))
      throw new PlanError(`${change.path}.id`, 'Entry not found.')
    if (change.rootId === null && change.isVoid)
      throw new PlanError(`${change.path}.is_void`, 'Only a posted entry can be voided.')
  }
}

function listVoided(own: readonly PostedFacts[], changes: readonly EntryChange[]): PostedFacts[] {
  const roots = new Set(changes.filter(change => change.isVoid).map(change => change.rootId))
  return own.filter(facts => roots.has(facts.root_id))
}

/** All remaining entries by day; a valuation comes after the transactions of its day. */
function buildSteps(
  own: readonly PostedFacts[],
  changes: readonly EntryChange[],
  corrected: ReadonlySet<string>,
): Step[] {
  const kept = own
    .filter(facts => !corrected.has(facts.root_id))
    .map(posted => ({ date: posted.date, order: Number(isValuation(posted)), change: null, posted }))
  const wanted = changes
    .filter(change => !change.isVoid)
    .map(change => ({
      date: 'valuation' in change ? change.valuation.date : change.transaction.date,
      order: Number('valuation' in change),
      change,
      posted: own.find(facts => facts.root_id === change.rootId) ?? null,
    }))
  return [...kept, ...wanted].sort((a, b) =>
    a.date === b.date ? a.order - b.order : a.date < b.date ? -1 : 1,
  )
}

function checkSingleValuations(steps: readonly Step[]): void {
  steps.forEach((step, index) => {
    const next = steps[index + 1]
    if (next?.order !== 1 || step.order !== 1 || step.date !== next.date) return
    const path = (next.change ?? step.change)?.path
    if (path) throw new PlanError(`${path}.date`, 'There is already a valuation on that day.')
  })
}

function resolveStep({ change, posted }: Step, kind: AssetKind, state: AssetState): AssetFacts {
  if (change === null) return restate(posted, kind, state)
  try {
    return 'valuation' in change
      ? valuationFacts(change.valuation, kind, state)
      : toFacts(change.transaction, kind, state)
  } catch (error) {
    if (error instanceof EntryError) throw new PlanError(`${change.path}.${error.field}`, error.message)
    throw error
  }
}

/** An unchanged transaction, with its quantity recomputed if it is derived. */
function restate(posted: PostedFacts | null, kind: AssetKind, state: AssetState): AssetFacts {
  if (!posted) throw new Error('a step without a change has a transaction')
  const isForwardValue = kind.type === 'fx_forward' && isValuation(posted)
  if (!isDerived(posted) && !isForwardValue) return posted
  const amount = Number(posted.amount ?? 0)
  try {
    if (isValuation(posted))
      return valuationFacts({ date: posted.date, value: amount, source: posted.note }, kind, state)
    const type = posted.transaction_type === 'capital_call' ? 'capital_call' : 'distribution'
    return toFacts(
      {
        type,
        date: posted.date,
        amount,
        quantity: null,
        price: null,
        accrued: null,
        ratio: null,
        fees: Number(posted.fees),
        taxes: Number(posted.taxes),
        note: posted.note,
      },
      kind,
      state,
    )
  } catch (error) {
    if (!(error instanceof EntryError)) throw error
    throw new PlanError(
      'transactions',
      `The entry of ${posted.date} would no longer be valid. ${error.message}`,
    )
  }
}

/** Only forwards may change sides: a sale needs a holding, even after earlier entries changed. */
function checkSide(state: AssetState, step: Step, kind: AssetKind): void {
  if (kind.type === 'fx_forward') return
  const held = toNumber(state.held) * (kind.side === 'borrowed' ? -1 : 1)
  if (held < -1e-9)
    throw new PlanError(
      step.change ? `${step.change.path}.quantity` : 'transactions',
      `On ${step.date} more would be sold than is held.`,
    )
}

function planPar(
  plan: AssetPlan,
  kind: AssetKind,
  par: readonly PostedFacts[],
  steps: readonly Step[],
): void {
  const first = steps.find(step => step.order === 0)
  const isValued = steps.some(step => step.order === 1 && first && step.date <= first.date)
  if (kind.type !== 'loan' || !first || isValued) {
    plan.void.push(...par)
    return
  }
  const facts: AssetFacts = {
    transaction_type: 'valuation',
    date: first.date,
    quantity: null,
    price: '1',
    amount: null,
    accrued: null,
    fees: '0',
    taxes: '0',
    numerator: null,
    denominator: null,
    note: null,
  }
  const [known, ...more] = par
  plan.void.push(...more)
  if (!known) plan.add.push({ path: '', facts, isPar: true })
  else if (isDifferent(known, facts))
    plan.revise.push({ path: '', posted: known, facts, isConsequence: true })
}

const decimals = [
  'quantity',
  'price',
  'amount',
  'accrued',
  'fees',
  'taxes',
  'numerator',
  'denominator',
] as const

function isDifferent(posted: PostedFacts, facts: AssetFacts): boolean {
  if (posted.transaction_type !== facts.transaction_type || posted.date !== facts.date) return true
  if ((posted.note ?? null) !== (facts.note ?? null)) return true
  return decimals.some(field => normalize(posted[field]) !== normalize(facts[field]))
}

function normalize(decimal: string | null): string | null {
  return decimal === null ? null : roundUnits(Number(decimal))
}
