import { readStatementLines } from '../../src/pdf/text/read-lines.ts'
import type { PdfTransaction } from '../../src/pdf/text/transaction.ts'

/** A note, what is expected of it, and its name in the test. */
export type KnownNote = readonly [name: string, expected: object, text: string]

const unknown = 'Wexlabu'
const amount = /\d[.,]\d{2}(?!\d)/

/** The note as a bank with another vocabulary or layout would write it. */
function* variants(text: string): Generator<readonly [what: string, lines: readonly string[]]> {
  const lines = text.trim().split('\n')
  for (const word of new Set(text.match(/(?<![\p{L}\d])\p{L}{4,}(?![\p{L}\d])/gu)))
    yield [word, lines.map(line => line.replace(new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'gu'), unknown))]
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1]
    if (next !== undefined && amount.test(line) && amount.test(next))
      yield [`lines ${at} and ${at + 1} swapped`, lines.with(at, next).with(at + 1, line)]
    yield [`page break after line ${at}`, lines.toSpliced(at + 1, 0, 'Seite 2', lines[0] ?? '')]
  }
}

const isSame = (read: PdfTransaction, expected: object): boolean =>
  Object.entries(expected).every(([field, value]) => read[field as keyof PdfTransaction] === value)

/** Variants that are read otherwise than the note, without a problem. */
export function findWrong([, expected, text]: KnownNote): string[] {
  const wrong: string[] = []
  for (const [what, lines] of variants(text)) {
    const { transactions } = readStatementLines(lines, { profiles: false })
    const other = transactions.find(one => one.rejected === null && !isSame(one, expected))
    if (other) wrong.push(`${what}: ${other.kind} ${other.date} ${other.amount} ${other.taxes} ${other.fees}`)
  }
  return wrong
}
