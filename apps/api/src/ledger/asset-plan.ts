import { toNumber } from '@plumbline/engine'
import { EntryError, factsOf, valuationFacts } from './asset-entry.ts'
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
import { type AssetState, after, nothing, rounded } from './asset-state.ts'

/** What a person wants of one entry, and where in their form it stands. */
export type Wish = { path: string; rootId: string | null; isVoid: boolean } & (
  | { transaction: TransactionEntry }
  | { valuation: ValuationEntry }
)

/** What has to be written so that the ledger says what the person wants. */
export interface AssetPlan {
  add: { facts: AssetFacts; isPar: boolean }[]
  /** A consequence is what nobody asked for by itself, such as the units of a later call. */
  revise: { posted: PostedFacts; facts: AssetFacts; isConsequence: boolean }[]
  void: PostedFacts[]
}

/** A field that does not fit, as the form knows it. */
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
  wish: Wish | null
  posted: PostedFacts | null
}

/**
 * Works out the transactions of an asset, day by day: what was entered anew or corrected, and what follows from it. A
 * valuation states a whole, so a purchase that is entered before it changes what it says about one unit; a call
 * buys units at the value carried that day, which an earlier valuation changes.
 */
export function planAsset(
  kind: AssetKind,
  postedFacts: readonly PostedFacts[],
  wishes: readonly Wish[],
): AssetPlan {
  const corrected = new Set(wishes.flatMap(({ rootId }) => rootId ?? []))
  const par = postedFacts.filter(isPar)
  const own = postedFacts.filter(facts => !isPar(facts))
  checkKnown(own, wishes)
  const steps = stepsOf(own, wishes, corrected)
  checkSingleValuations(steps)
  const plan: AssetPlan = { add: [], revise: [], void: voided(own, wishes) }
  let state = nothing
  for (const step of steps) {
    const facts = factsOfStep(step, kind, state)
    if (!step.posted) plan.add.push({ facts, isPar: false })
    else if (isDifferent(step.posted, facts))
      plan.revise.push({ posted: step.posted, facts, isConsequence: step.wish === null })
    state = after(state, facts, kind)
    // What is only brought in line may be oversold already, which the figures flag.
    if (wishes.length > 0) checkSide(state, step, kind)
  }
  planPar(plan, kind, par, steps)
  return plan
}

function checkKnown(own: readonly PostedFacts[], wishes: readonly Wish[]): void {
  const known = new Map(own.map(facts => [facts.root_id, facts]))
  for (const wish of wishes) {
    const found = wish.rootId === null ? null : known.get(wish.rootId)
    if (found === undefined || (found && isValuation(found) !== 'valuation' in wish))
      throw new PlanError(`${wish.path}.id`, 'This entry does not exist.')
    if (wish.rootId === null && wish.isVoid)
      throw new PlanError(`${wish.path}.is_void`, 'What is not booked cannot be voided.')
  }
}

function voided(own: readonly PostedFacts[], wishes: readonly Wish[]): PostedFacts[] {
  const roots = new Set(wishes.filter(wish => wish.isVoid).map(wish => wish.rootId))
  return own.filter(facts => roots.has(facts.root_id))
}

/** Everything that will stand, by day; a valuation counts after the transactions of its day. */
function stepsOf(
  own: readonly PostedFacts[],
  wishes: readonly Wish[],
  corrected: ReadonlySet<string>,
): Step[] {
  const kept = own
    .filter(facts => !corrected.has(facts.root_id))
    .map(posted => ({ date: posted.date, order: Number(isValuation(posted)), wish: null, posted }))
  const wanted = wishes
    .filter(wish => !wish.isVoid)
    .map(wish => ({
      date: 'valuation' in wish ? wish.valuation.date : wish.transaction.date,
      order: Number('valuation' in wish),
      wish,
      posted: own.find(facts => facts.root_id === wish.rootId) ?? null,
    }))
  return [...kept, ...wanted].sort((a, b) =>
    a.date === b.date ? a.order - b.order : a.date < b.date ? -1 : 1,
  )
}

function checkSingleValuations(steps: readonly Step[]): void {
  steps.forEach((step, index) => {
    const next = steps[index + 1]
    if (next?.order !== 1 || step.order !== 1 || step.date !== next.date) return
    const path = (next.wish ?? step.wish)?.path
    if (path) throw new PlanError(`${path}.date`, 'There is a valuation on that day already.')
  })
}

function factsOfStep({ wish, posted }: Step, kind: AssetKind, state: AssetState): AssetFacts {
  if (wish === null) return restated(posted, kind, state)
  try {
    return 'valuation' in wish
      ? valuationFacts(wish.valuation, kind, state)
      : factsOf(wish.transaction, kind, state)
  } catch (error) {
    if (error instanceof EntryError) throw new PlanError(`${wish.path}.${error.field}`, error.message)
    throw error
  }
}

/** A transaction that nobody touched: the same, unless its quantity follows from what came before it. */
function restated(posted: PostedFacts | null, kind: AssetKind, state: AssetState): AssetFacts {
  if (!posted) throw new Error('a step without a wish has a transaction')
  const isForwardValue = kind.type === 'fx_forward' && isValuation(posted)
  if (!isDerived(posted) && !isForwardValue) return posted
  const amount = Number(posted.amount ?? 0)
  try {
    if (isValuation(posted))
      return valuationFacts({ date: posted.date, value: amount, source: posted.note }, kind, state)
    const type = posted.transaction_type === 'capital_call' ? 'capital_call' : 'distribution'
    return factsOf(
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
      `The entry of ${posted.date} would not fit any more. ${error.message}`,
    )
  }
}

/** Nothing but a forward changes sides: what is sold has to be held, now that entries before it may have changed. */
function checkSide(state: AssetState, step: Step, kind: AssetKind): void {
  if (kind.type === 'fx_forward') return
  const held = toNumber(state.held) * (kind.side === 'borrowed' ? -1 : 1)
  if (held < -1e-9)
    throw new PlanError(
      step.wish ? `${step.wish.path}.quantity` : 'transactions',
      `On ${step.date} more would be gone than is held.`,
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
  if (!known) plan.add.push({ facts, isPar: true })
  else if (isDifferent(known, facts)) plan.revise.push({ posted: known, facts, isConsequence: true })
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
  return decimals.some(field => normal(posted[field]) !== normal(facts[field]))
}

function normal(decimal: string | null): string | null {
  return decimal === null ? null : rounded(Number(decimal))
}
