import { fillText, type Language, type TextKey, textsIn } from '@plumbline/contract/texts'
import { sentenceOf } from '@plumbline/importers'
import type { Trouble } from './trouble.ts'

/** Trouble in words, in the language of the caller. */
export function inWords(trouble: Trouble, language: Language): string {
  const texts: Partial<Record<string, string>> = textsIn(language)
  const key = `import_problem_${trouble.code}` satisfies string
  const sentence = texts[key as TextKey]
  const { code, field = '', value = '' } = trouble
  const words =
    sentence === undefined
      ? sentenceOf(code, { field, value })
      : fillText(sentence, { field, value: value.slice(0, 60) })
  return trouble.line === undefined || trouble.line <= 1
    ? words
    : `${fillText(texts.import_line ?? '{line}', { line: String(trouble.line) })} ${words}`
}
