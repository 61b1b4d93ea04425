import type { Line } from './document.ts'
import type { Facts, Item } from './facts/facts.ts'
import { type Fixed, sumFixed, toCents } from './tokens/money.ts'
import type { PdfKind } from './transaction.ts'
import type { DocumentKind } from './words/title-words.ts'

/** A payment without a security: a fee, interest, a deposit or a withdrawal. */
export interface CashPayment {
  readonly kind: PdfKind
  readonly currency: string
  readonly amount: Fixed
  readonly taxes: Fixed
  readonly netItem: Item
  readonly costs: readonly Item[]
}

export const cashKinds: ReadonlySet<DocumentKind> = new Set(['fee', 'interest', 'deposit', 'removal'])

const moneyRoles = new Set<Item['role']>(['net', 'gross', 'total', 'fee', 'unlabelled', 'tax', 'price'])
const credited =
  /gutgeschrieben|gutschrift|credited|zu ihren gunsten|zugunsten|erstatt|accredit|abono|crediter|credite|bijgeschreven/
const debited =
  /belastet|belastung|debited|zu ihren lasten|zulasten|abgebucht|charged|addebit|cargo|debiter|debite|afgeschreven/

/**
 * The amount of a payment. It is certain if it is the only amount of the document, if the document states it twice, or
 * if other lines add up to it.
 */
export function solveCashNote(facts: Facts, lines: readonly Line[], title: DocumentKind): CashPayment | null {
  const items = facts.items.filter(item => moneyRoles.has(item.role))
  // The closing of an account nets interest and fees: they are two payments.
  if (title === 'interest' && items.some(isFee)) return null
  const nets = items.filter(item => item.role === 'net')
  const candidates = nets.length > 0 ? nets : items.filter(item => item.role !== 'tax')
  for (const netItem of [...candidates].reverse()) {
    for (const [currency, value] of netItem.amounts) {
      if (currency === '' || value === 0n) continue
      const amount = toCents(value)
      const costs = confirm(items, netItem, { currency, amount })
      const kind = costs && findKind(title, lines, netItem)
      if (!costs || !kind) continue
      const taxes = sumFixed(costs.map(item => item.amounts.get(currency) ?? 0n))
      return { kind, currency, amount, taxes, netItem, costs }
    }
  }
  return null
}

const isFee = ({ role, amounts }: Item): boolean =>
  role === 'fee' && [...amounts.values()].some(value => value !== 0n)

/** The tax lines taken off, none if the amount is stated as it is; null if nothing confirms the amount. */
function confirm(
  items: readonly Item[],
  net: Item,
  { currency, amount }: { readonly currency: string; readonly amount: Fixed },
): Item[] | null {
  const others = items.filter(item => item !== net && (item.amounts.get(currency) ?? 0n) !== 0n)
  const valueIn = (item: Item) => item.amounts.get(currency) ?? 0n
  if (others.length === 0 || others.some(item => valueIn(item) === amount)) return []
  const plain = others.filter(item => item.line < net.line && item.role !== 'tax')
  const taxes = others.filter(item => item.line < net.line && item.role === 'tax')
  const sum = sumFixed(plain.map(valueIn))
  // VAT is part of a fee; a tax on interest is taken off.
  if (sum + sumFixed(taxes.map(valueIn)) === amount) return []
  if (taxes.length > 0 && sum - sumFixed(taxes.map(valueIn)) === amount) return taxes
  return addsUp(others.filter(item => item.line < net.line).map(valueIn), amount) ? [] : null
}

/** Whether the last values before an amount add up to it. */
function addsUp(values: readonly Fixed[], amount: Fixed): boolean {
  let sum = 0n
  return [...values].reverse().some((value, at) => {
    sum += value
    return at > 0 && sum === amount
  })
}

const maxTextChars = 100

/** The kind by title and by the words that say what was done with the account. */
function findKind(title: DocumentKind, lines: readonly Line[], net: Item): PdfKind | null {
  // Longer lines are the small print.
  const isNear = ({ index, norm }: Line) => Math.abs(index - net.line) <= 8 && norm.length <= maxTextChars
  const near = lines.filter(isNear).map(({ norm }) => norm)
  const text = [net.label, ...near].join(' ')
  const isIn = credited.test(text)
  const isOut = debited.test(text) || net.isNegative
  switch (title) {
    case 'fee':
      return isIn && !isOut ? 'feeRefund' : 'fee'
    case 'interest':
      if (isIn === isOut) return null
      return isIn ? 'interest' : 'interestCharge'
    case 'deposit':
      return isOut && !isIn ? null : 'deposit'
    default:
      return isIn && !isOut ? null : 'removal'
  }
}
