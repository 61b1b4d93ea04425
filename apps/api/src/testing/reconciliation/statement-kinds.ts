import type { StatedLine } from '../../features/reconciliation/compare-statement.ts'
import type { Random } from './household-world.ts'
import type { Stated } from './reconcile-world.ts'

/** What custodians leave out of a statement, or state differently. */
export const statementKinds = [
  'holdings only',
  'cash only',
  'one currency',
  'no prices',
  'other prices',
] as const
export type StatementKind = (typeof statementKinds)[number]

export const wholeAccount = { holdings: true, allCash: true }

/** The statements of an account as a custodian sends them that leaves out a part. */
export function leaveOut(random: Random, kind: StatementKind, whole: readonly Stated[]): Stated[] {
  const cash = (whole[0]?.lines ?? []).filter(isCash)
  const currency = cash[Math.floor(random() * cash.length)]?.currency ?? ''
  const left = whole.map(({ day, lines }) => leaveOutOf(random, kind, { day, lines, currency }))
  return left.filter(({ lines }) => lines.length > 0)
}

function leaveOutOf(
  random: Random,
  kind: StatementKind,
  { day, lines, currency }: Stated & { currency: string },
): Stated {
  switch (kind) {
    case 'holdings only':
      return { day, lines: lines.filter(line => !isCash(line)) }
    case 'cash only':
      return { day, lines: lines.filter(isCash) }
    case 'one currency':
      return { day, lines: lines.filter(line => isCash(line) && line.currency === currency) }
    case 'no prices':
      return { day, coverage: wholeAccount, lines: lines.map(line => ({ ...line, price: null })) }
    case 'other prices':
      return { day, coverage: wholeAccount, lines: lines.map(line => quoteElsewhere(random, line)) }
  }
}

const isCash = (line: StatedLine) => line.isin === null

/** Another exchange closes up to half a percent higher or lower. */
function quoteElsewhere(random: Random, line: StatedLine): StatedLine {
  const { price } = line
  return { ...line, price: price && Math.round(price * (99.5 + random())) / 100 }
}
