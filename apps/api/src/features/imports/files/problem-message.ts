import { fillText, type Language, type TextKey, textsIn } from '@plumbline/contract/texts'
import { problemSentence, shownChars } from '@plumbline/importers'
import type { ImportProblem, SkippedRow } from './import-problem.ts'

/** The message for a problem, in the caller's language. */
export function describeProblem(problem: ImportProblem, language: Language): string {
  const texts: Partial<Record<string, string>> = textsIn(language)
  const key = `import_problem_${problem.code}` satisfies string
  const sentence = texts[key as TextKey]
  const { code, field = '', value = '' } = problem
  const words =
    sentence === undefined
      ? problemSentence(code, { field, value })
      : fillText(sentence, { field, value: value.slice(0, shownChars(code)) })
  return problem.line === undefined || problem.line <= 1
    ? words
    : `${fillText(texts.import_line ?? '{line}', { line: String(problem.line) })} ${words}`
}

/** Why a row is not posted, in the caller's language. */
export function describeSkipped({ code, value }: SkippedRow, language: Language): string {
  return fillText(textsIn(language)[`import_skipped_${code}`], { value: value ?? '' })
}
