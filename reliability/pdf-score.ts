/** Compares transactions read from a statement with those known of it. */

export interface KnownSecurity {
  readonly isin?: string
  readonly wkn?: string
  readonly ticker?: string
  readonly name?: string
}

export interface KnownTransaction extends KnownSecurity {
  readonly kind: string
  readonly date: string
  readonly shares?: string
  readonly nominal?: string
  readonly currency: string
  readonly amount: string
  readonly taxes?: string
  readonly fees?: string
  readonly rejected?: string
}

export interface KnownDocument {
  readonly file: string
  readonly bank: string
  readonly rejected: string | false
  readonly securities: readonly KnownSecurity[]
  readonly transactions: readonly KnownTransaction[]
}

export interface ReadTransaction {
  readonly kind: string
  readonly date: string
  readonly isin: string | null
  readonly wkn: string | null
  readonly ticker: string | null
  readonly name: string | null
  readonly shares: string | null
  readonly currency: string
  readonly amount: string
  readonly taxes: string
  readonly fees: string
  readonly rejected: string | null
}

export type Verdict = 'right' | 'partly' | 'wrong' | 'unread'

/** Recognised without need to post: posting it is no error if every field is right. */
const optionalReasons = new Set([
  'not-booked',
  'split',
  'missing-rate',
  'missing-details',
  'missing-identifier',
])
const tradedKinds = new Set([
  'purchase',
  'sale',
  'dividend',
  'inboundDelivery',
  'outboundDelivery',
  'securityTransfer',
])

/** A decimal as an integer of `digits` places, rounded half up. */
function toUnits(value: string | null | undefined, digits: number): bigint | null {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(value ?? '')
  if (!match) return null
  const fraction = (match[3] ?? '').padEnd(digits + 1, '0')
  const units =
    BigInt(`${match[2]}${fraction.slice(0, digits)}`) + ((fraction[digits] ?? '0') >= '5' ? 1n : 0n)
  return match[1] === '-' ? -units : units
}

function isSame(a: string | null | undefined, b: string | null | undefined, digits: number): boolean {
  const units = toUnits(a, digits)
  return units !== null && units === toUnits(b, digits)
}

const wordsIn = (text: string | null | undefined): string[] =>
  (text ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Names of one security: equal without blanks, one within the other, or most words shared. */
function areAlike(a: string | null | undefined, b: string | null | undefined): boolean {
  const [first, second] = [wordsIn(a), wordsIn(b)]
  const [x, y] = [first.join(''), second.join('')]
  if (x === '' || y === '') return false
  if (x === y || (Math.min(x.length, y.length) >= 4 && (x.includes(y) || y.includes(x)))) return true
  const [few, many] = first.length <= second.length ? [first, second] : [second, first]
  const shared = few.filter(word => many.includes(word)).length
  return shared >= few.length * 0.6
}

function isSameSecurity(known: KnownTransaction, read: ReadTransaction, document: KnownDocument): boolean {
  if (known.isin) return read.isin === known.isin
  const { securities } = document
  if (known.name || known.wkn || known.ticker) {
    if (read.isin && securities.some(({ isin }) => isin === read.isin)) return false
    if (known.wkn && known.wkn === read.wkn) return true
    if (known.ticker && known.ticker === read.ticker) return true
    return areAlike(known.name ?? known.ticker ?? known.wkn, read.name ?? read.ticker ?? read.wkn)
  }
  if (!read.isin && !read.name && !read.wkn && !read.ticker) return !tradedKinds.has(known.kind)
  if (securities.length === 0) return true
  return securities.some(security =>
    security.isin && read.isin
      ? security.isin === read.isin
      : (security.wkn !== undefined && security.wkn === read.wkn) ||
        (security.ticker !== undefined && security.ticker === read.ticker) ||
        (read.name !== null && areAlike(security.name, read.name)),
  )
}

interface Likeness {
  /** Kind, day, security, currency and amount agree. */
  readonly main: boolean
  readonly whole: boolean
}

function compare(known: KnownTransaction, read: ReadTransaction, document: KnownDocument): Likeness {
  const isStated = (shares: string | undefined) => shares !== undefined && toUnits(shares, 8) !== 0n
  const main =
    read.kind === known.kind &&
    read.date === known.date &&
    read.currency === known.currency &&
    isSame(known.amount, read.amount, 2) &&
    isSameSecurity(known, read, document)
  const whole =
    main &&
    (known.taxes === undefined || isSame(known.taxes, read.taxes, 2)) &&
    (known.fees === undefined || isSame(known.fees, read.fees, 2)) &&
    (!isStated(known.shares) ||
      isSame(known.shares, read.shares, 8) ||
      (known.nominal !== undefined && isSame(known.nominal, read.shares, 8)))
  return { main, whole }
}

/** Pairs as many known with read transactions as possible; returns the read ones left over, or null if one is missing. */
function pairAll(
  known: readonly KnownTransaction[],
  read: readonly ReadTransaction[],
  fits: (known: KnownTransaction, read: ReadTransaction) => boolean,
): ReadTransaction[] | null {
  const ownerOf = new Map<number, number>()
  const place = (row: number, seen: Set<number>): boolean => {
    for (let column = 0; column < read.length; column += 1) {
      const [a, b] = [known[row], read[column]]
      if (!a || !b || seen.has(column) || !fits(a, b)) continue
      seen.add(column)
      const owner = ownerOf.get(column)
      if (owner === undefined || place(owner, seen)) {
        ownerOf.set(column, row)
        return true
      }
    }
    return false
  }
  const isComplete = known.map((_, row) => place(row, new Set())).every(Boolean)
  return isComplete ? read.filter((_, column) => !ownerOf.has(column)) : null
}

/** Judges the reading of one document. */
export function judge(document: KnownDocument, transactions: readonly ReadTransaction[]): Verdict {
  const due = document.transactions.filter(({ rejected }) => !rejected)
  const optional = document.transactions.filter(({ rejected }) => rejected && optionalReasons.has(rejected))
  const read = transactions.filter(({ rejected }) => !rejected)
  if (read.length === 0) return due.length === 0 ? 'right' : 'unread'
  const extra = pairAll(due, read, (known, got) => compare(known, got, document).whole)
  if (extra) {
    const open = [...optional]
    const unexplained = extra.filter(got => {
      const at = open.findIndex(known => compare(known, got, document).whole)
      if (at >= 0) open.splice(at, 1)
      return at < 0
    })
    if (unexplained.length === 0) return 'right'
  }
  return due.some(known => read.some(got => compare(known, got, document).main)) ? 'partly' : 'wrong'
}
