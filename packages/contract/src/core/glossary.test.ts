import { describe, expect, it } from 'vitest'
import { textsIn } from '../texts/index.ts'
import { englishTerms, germanTerms, type Term } from './glossary.ts'
import { serverMessages, translateServerMessage } from './server-messages.ts'

/** The uses of a forbidden variant: the key, the term to use and the text. */
function findVariants(texts: Readonly<Record<string, string>>, terms: readonly Term[]): string[] {
  return Object.entries(texts).flatMap(([key, text]) => {
    const words = text.replaceAll(/\{\w+\}/g, '')
    return terms
      .filter(({ never, except }) => never.test(words) && !except?.includes(key))
      .map(({ use }) => `${key}: '${text}' (use: ${use})`)
  })
}

describe('the glossary', () => {
  it('keeps one English term per concept', () => {
    expect(findVariants(textsIn('en-US'), englishTerms)).toEqual([])
    expect(
      findVariants(Object.fromEntries(Object.keys(serverMessages).map(text => [text, text])), englishTerms),
    ).toEqual([])
  })

  it('keeps one German term per concept', () => {
    expect(findVariants(textsIn('de'), germanTerms)).toEqual([])
    expect(findVariants(serverMessages, germanTerms)).toEqual([])
  })

  it('finds a variant', () => {
    expect(findVariants({ a: 'Wert in Größe', b: 'Ihr Betreuer' }, germanTerms)).toHaveLength(2)
  })
})

describe('messages of the server', () => {
  it('keep their values', () => {
    expect(translateServerMessage('Use at most 200 characters.', 'de')).toBe(
      'Verwenden Sie höchstens 200 Zeichen.',
    )
    expect(translateServerMessage("Line 3: '1.2x' is not a date such as 2026-11-13.", 'de')).toBe(
      'Zeile 3: «1.2x» ist kein Datum wie 2026-11-13.',
    )
    expect(translateServerMessage('Choose a family.', 'en-US')).toBe('Choose a family.')
  })

  it('use the same values in both languages', () => {
    const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted()
    for (const [english, german] of Object.entries(serverMessages))
      expect(names(german)).toEqual(names(english))
  })
})
