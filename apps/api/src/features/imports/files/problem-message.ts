import { formatDecimal } from '@plumbline/contract/format'
import { fillText, type Language, type TextKey, textsIn } from '@plumbline/contract/texts'
import { problemSentence, shownChars } from '@plumbline/importers'
import type { ImportProblem, SkippedRow } from './import-problem.ts'

/** The message for a problem, in the caller's language. */
export function describeProblem(problem: ImportProblem, language: Language): string {
  const texts: Partial<Record<string, string>> = textsIn(language)
  const key = `import_problem_${problem.code}` satisfies string
  const sentence = texts[key as TextKey]
  const { code, field = '' } = problem
  const value = writeNumbers(problem, language)
  const words =
    sentence === undefined
      ? problemSentence(code, { field, value })
      : fillText(sentence, { field, value: value.slice(0, shownChars(code)) })
  return problem.line === undefined || problem.line <= 1
    ? words
    : `${fillText(texts.import_line ?? '{line}', { line: String(problem.line) })} ${words}`
}

/** The value of a problem. Of two amounts that differ, both are written as amounts are, with their currency if it is known. */
function writeNumbers({ field = '', value = '' }: ImportProblem, language: Language): string {
  const compared = /^(-?\d+(?:\.\d+)?) ≠ (-?\d+(?:\.\d+)?)$/.exec(value)
  if (!compared) return value
  const [, computed = '', stated = ''] = compared
  const write = (text: string) => formatDecimal(withCents(text), language)
  return `${write(computed)} ≠ ${write(stated)}${/^[A-Z]{3}$/.test(field) ? ` ${field}` : ''}`
}

function withCents(text: string): string {
  const [whole = '', fraction = ''] = text.split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

/** Why a row is not posted, in the caller's language. */
export function describeSkipped({ code, value }: SkippedRow, language: Language): string {
  return fillText(textsIn(language)[`import_skipped_${code}`], { value: value ?? '' })
}
