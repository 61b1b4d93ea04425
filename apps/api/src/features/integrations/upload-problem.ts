import { fillText, type Language, textsIn } from '@plumbline/contract/texts'
import { type MarketProblem, problemSentence } from '@plumbline/importers'

/** Why a readable row cannot be stored. */
export interface UploadProblem {
  line: number
  code:
    | 'no_security'
    | 'other_currency'
    | 'several_securities'
    | 'shared_security'
    | 'negative_price'
    | 'price_in_percent'
    | 'no_dollar_rate'
  name?: string
  unit?: string
  base?: string
  quote?: string
  date?: string
}

/** Longer values are cut. */
const maxValueChars = 60

/** The line and the reason, in the caller's language. */
export function describeUploadProblem(problem: MarketProblem | UploadProblem, language: Language): string {
  const texts: Partial<Record<string, string>> = textsIn(language)
  const { line, code, ...values } = problem
  const sentence = texts[`upload_problem_${code}`] ?? texts[`import_problem_${code}`]
  const cut = Object.fromEntries(
    Object.entries({ field: '', value: '', ...values }).map(([key, value]) => [
      key,
      String(value).slice(0, maxValueChars),
    ]),
  )
  // Every code of an upload has a text; the importers may have codes without one.
  const words =
    sentence === undefined ? problemSentence((problem as MarketProblem).code, cut) : fillText(sentence, cut)
  return `${fillText(texts.import_line ?? '{line}', { line: String(line) })} ${words}`
}
