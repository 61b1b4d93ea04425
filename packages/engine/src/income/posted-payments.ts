import { maturityDay } from '../bonds/nominal.ts'
import type { CurrencyView } from '../currency/currency-view.ts'
import type { PaymentKind } from '../ledger/vocabulary.ts'
import { EVENT, isDisposal } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { runningFee } from './estimated-payments.ts'
import { classifyIncome } from './income-kinds.ts'

/** A payment of an event: in the currency it was settled in, and as seen in a view. Positive for receipts. */
export interface PostedPayment {
  readonly kind: PaymentKind
  readonly posted: number
  readonly inView: number
}

/**
 * The kind of the principal that an event moves; null for purchases and sales, which nothing projects.
 *
 * Of a fund of private equity, openings are calls and what it pays back is distributed. What reduces a loan is repaid.
 * Nominal is repaid by a pool factor, or as a whole from the maturity on: before it, it is sold.
 */
function principalKind(
  { events, positions, instruments }: PortfolioSnapshot,
  event: number,
): PaymentKind | null {
  const position = events.position[event] ?? 0
  const kind = events.kind[event] ?? -1
  const instrument = instruments[positions.instrument[position] ?? -1]
  if (!instrument) return null
  if (instrument.type === 'private_equity' && kind === EVENT.open) return 'capital_call'
  if (!isDisposal(kind)) return null
  if (instrument.type === 'private_equity') return 'distribution'
  if (instrument.type === 'loan') return isOwed(positions.side[position]) ? 'loan_payment' : 'maturity'
  if (kind === EVENT.payDown) return 'maturity'
  const matures = maturityDay(instrument)
  return matures !== null && (events.day[event] ?? 0) >= matures ? 'maturity' : null
}

const isOwed = (side: number | undefined): boolean => (side ?? 1) < 0

/** The income, the running fee and the principal of an event. Interest on a loan owed is a payment and no income. */
export function postedPayments(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  event: number,
): PostedPayment[] {
  const { events, positions, instruments } = snapshot
  const position = events.position[event] ?? 0
  const type = instruments[positions.instrument[position] ?? -1]?.type ?? null
  const found: PostedPayment[] = []
  const income = events.income[event] ?? 0
  if (income !== 0) {
    const isDebt = type === 'loan' && isOwed(positions.side[position])
    const kind = isDebt ? 'loan_payment' : classifyIncome(events.incomeKind[event] ?? 0, type)
    found.push({ kind, posted: income, inView: view.income[event] ?? 0 })
  } else if (runningFee(snapshot, event) !== 0) {
    found.push({ kind: 'fee', posted: -(events.fees[event] ?? 0), inView: -(view.fees[event] ?? 0) })
  }
  const principal = principalKind(snapshot, event)
  const posted = events.posted[event] ?? 0
  if (principal !== null && posted !== 0)
    found.push({ kind: principal, posted: -posted, inView: -(view.posted[event] ?? 0) })
  return found
}
