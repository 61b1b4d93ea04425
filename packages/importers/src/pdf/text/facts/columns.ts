import type { Line } from '../document.ts'
import type { LabelRole } from '../words/label-words.ts'
import { dateRoles } from './date-facts.ts'

export const moneyRoles: ReadonlySet<LabelRole> = new Set([
  'net',
  'gross',
  'fee',
  'tax',
  'accrued',
  'total',
  'information',
])
export const columnRoles: ReadonlySet<LabelRole> = new Set([...moneyRoles, 'price', 'quantity', 'rate'])

const columnsOf = (header: Line): LabelRole[] =>
  header.labels.filter(({ role }) => columnRoles.has(role)).map(({ role }) => role)

/** The line above that names the columns. A heading of one column may have a second line, below all others. */
export function findHeader(lines: readonly Line[], at: number): Line | null {
  const nearest = findNearest(lines, at)
  const above = lines[at - 2]
  const amounts = lines[at]?.amounts.length ?? 0
  const isWider = nearest === lines[at - 1] && above?.amounts.length === 0 && amounts > 2
  return isWider && nearest && columnsOf(nearest).length === 1 && columnsOf(above).length === amounts
    ? above
    : nearest
}

/** The nearest of the two lines above with labels and without values. */
function findNearest(lines: readonly Line[], at: number): Line | null {
  for (let back = 1; back <= 2; back += 1) {
    const above = lines[at - back]
    if (!above) return null
    if (
      above.amounts.length === 0 &&
      above.labels.some(({ role }) => columnRoles.has(role) || dateRoles.has(role))
    )
      return above
    if (above.amounts.length > 0 || above.tokens.some(({ type }) => type === 'date')) return null
  }
  return null
}

/** A header that names a currency is none for a single amount in another ('Netto in USD', '2,13 EUR'). */
export function matchingHeader(header: Line | null, line: Line): Line | null {
  const named = header?.tokens.flatMap(token => (token.type === 'currency' ? [token.code] : [])) ?? []
  const [amount, ...others] = line.amounts
  if (named.length !== 1 || others.length > 0 || !amount || amount.currency === null) return header
  return named[0] === amount.currency ? header : null
}

/** Place of the price of a line whose price is written in per cent. */
export const percentPrice = -2

/** Gives the amounts of a line the roles of the columns above: all if the counts agree, else the outermost. */
export function assignColumns(line: Line, header: Line): Map<number, LabelRole> {
  const roles = columnsOf(header)
  const assigned = new Map<number, LabelRole>()
  const { amounts } = line
  if (roles.length === 0 || amounts.length === 0) return assigned
  const last = amounts.at(-1)
  // 'Nominale, Kurs' above 'EUR 1.000,00 97,28 %': the price is no amount.
  const isBond =
    roles.length > 1 && amounts.length === 1 && line.tokens.some(({ type }) => type === 'percent')
  if (isBond && roles[0] === 'quantity' && (roles.includes('price') || roles.at(-1) === 'gross'))
    return assigned.set(amounts[0]?.at ?? -1, 'quantity').set(percentPrice, 'price')
  if (roles.length === amounts.length || (roles.length >= 3 && roles.length < amounts.length)) {
    const isAmount = (role: LabelRole | undefined) => role === 'gross' || role === 'total'
    // A table that begins with the gross amount ends with the amount paid.
    if (isAmount(roles.at(-1)) && roles.slice(0, -1).some(isAmount)) roles[roles.length - 1] = 'net'
    // Columns of text stand on the left, so that the last columns belong together.
    for (const [at, amount] of amounts.slice(amounts.length - roles.length).entries())
      assigned.set(amount.at, roles[at] ?? 'total')
    if (roles.length === 1 && roles[0] === 'total' && isPosting(line, header))
      assigned.set(last?.at ?? -1, 'net')
    return assigned
  }
  const filled = assignFilled(line, roles)
  if (filled) return filled
  const lastRole = roles.at(-1)
  if (last && lastRole && (last.currency !== null || lastRole !== 'total')) assigned.set(last.at, lastRole)
  // 'Konto, Wertstellung, Betrag': the amount posted to the account.
  if (last && lastRole === 'total' && isPosting(line, header)) assigned.set(last.at, 'net')
  if (roles[0] === 'quantity' && amounts.length > 1) assigned.set(amounts[0]?.at ?? -1, 'quantity')
  return assigned
}

/** 'Montant brut, Commission, Frais, Montant net' above three amounts: cells between gross and net may be empty. */
function assignFilled({ amounts }: Line, roles: readonly LabelRole[]): Map<number, LabelRole> | null {
  const [first, last] = [amounts[0], amounts.at(-1)]
  const between = amounts.slice(1, -1).filter(({ value }) => value !== '0')
  const [role, ...others] = new Set(roles.slice(1, -1))
  if (roles[0] !== 'gross' || roles.at(-1) !== 'net' || amounts.length < 2 || !first || !last) return null
  if (between.length > 0 && others.length > 0) return null
  const assigned = new Map<number, LabelRole>([[first.at, 'gross']])
  for (const { at } of between) assigned.set(at, role ?? 'total')
  return assigned.set(last.at, 'net')
}

/** A row of the account that an amount was posted to: it has a value date. */
function isPosting(line: Line, header: Line): boolean {
  return (
    header.labels.some(({ role }) => role === 'valueDate') && line.tokens.some(({ type }) => type === 'date')
  )
}
