import type { ReceiptCell, ReceiptOperation, ReceiptTerm } from './sheet.ts'

/** How the cells that refer to a cell use it. */
interface Uses {
  readonly count: number
  /** Whether only terms whose sign can be turned refer to it. */
  readonly isTurnable: boolean
  readonly isOnlySubtracted: boolean
}

const SIGNED: ReadonlySet<ReceiptOperation> = new Set(['sum', 'rate_of_return'])

function findUses(cells: readonly ReceiptCell[]): Uses[] {
  const uses = cells.map((_, place) => ({
    count: 0,
    isTurnable: place < cells.length - 1,
    isOnlySubtracted: place < cells.length - 1,
  }))
  for (const { operation, terms } of cells)
    for (const { cell, sign } of terms) {
      const use = uses[cell]
      if (!use) continue
      use.count += 1
      if (!SIGNED.has(operation)) use.isTurnable = false
      if (!SIGNED.has(operation) || sign > 0) use.isOnlySubtracted = false
    }
  return uses
}

/** A sum or product of one term is that term, with a label of its own. A term that is subtracted turns the sign. */
function unwrap(cells: ReceiptCell[], turned: Uint8Array, uses: readonly Uses[]): void {
  cells.forEach((cell, place) => {
    const [only] = cell.terms
    const inner = cells[only?.cell ?? -1]
    if (!only || !inner || cell.terms.length !== 1 || place === cells.length - 1) return
    if (cell.operation !== 'sum' && cell.operation !== 'product') return
    if (cell.operation === 'product' && only.sign < 0) return
    const turns = only.sign < 0 !== (turned[only.cell] === 1)
    if (turns && !uses[place]?.isTurnable) return
    if (turns) turned[place] = 1
    cells[place] = { ...inner, label: cell.label, day: inner.day ?? cell.day }
  })
}

/** The posted amount in a cell that is an amount, or an amount x rate; -1 for none. */
function findAmount(cells: readonly ReceiptCell[], uses: readonly Uses[], place: number): number {
  const cell = cells[place]
  const isAmount = (found: ReceiptCell | undefined): boolean =>
    found?.operation === 'input' && found.unit === 'money' && found.source?.kind === 'transaction'
  if (isAmount(cell)) return place
  const first = cell?.operation === 'product' ? (cell.terms[0]?.cell ?? -1) : -1
  return isAmount(cells[first]) && uses[first]?.count === 1 ? first : -1
}

/** An amount that left a position is negative; where it is only subtracted, it is shown as received and added. */
function turnAmounts(cells: ReceiptCell[], turned: Uint8Array, uses: readonly Uses[]): void {
  cells.forEach((cell, place) => {
    if (cell.value === null || cell.value >= 0 || !uses[place]?.isOnlySubtracted) return
    const amount = findAmount(cells, uses, place)
    if (amount < 0) return
    const negate = (of: number): void => {
      const found = cells[of]
      if (found) cells[of] = { ...found, value: -(found.value ?? 0) }
    }
    negate(amount)
    if (amount !== place) negate(place)
    turned[place] = 1
  })
}

function turnTerms(cell: ReceiptCell, turned: Uint8Array): ReceiptCell {
  if (!SIGNED.has(cell.operation)) return cell
  const turn = (sign: 1 | -1): 1 | -1 => (sign > 0 ? -1 : 1)
  const terms = cell.terms.map(
    (term): ReceiptTerm => (turned[term.cell] === 1 ? { ...term, sign: turn(term.sign) } : term),
  )
  return { ...cell, terms }
}

/** A zero without parts adds nothing to a sum. */
function dropZeros(cell: ReceiptCell, cells: readonly ReceiptCell[]): ReceiptCell {
  if (cell.operation !== 'sum') return cell
  const terms = cell.terms.filter(term => {
    const part = cells[term.cell]
    return part?.value !== 0 || part.terms.length > 0
  })
  return { ...cell, terms }
}

/**
 * Cells in the form that is easiest to read: without sums and products of a single term, without zeros, and with
 * amounts as the transactions state them. Neither the figure nor any result changes, except for the sign of a term whose
 * sign in the sum turns as well.
 */
export function simplifyCells(given: readonly ReceiptCell[]): ReceiptCell[] {
  const cells = given.map(cell => dropZeros(cell, given))
  const wrappers = new Uint8Array(cells.length)
  unwrap(cells, wrappers, findUses(cells))
  const unwrapped = cells.map(cell => turnTerms(cell, wrappers))
  const amounts = new Uint8Array(cells.length)
  turnAmounts(unwrapped, amounts, findUses(unwrapped))
  return unwrapped.map(cell => turnTerms(cell, amounts))
}
