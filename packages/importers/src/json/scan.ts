import { limits } from '../limits.ts'
import { UnreadableFile } from '../problem.ts'
import { lineCounter } from '../text/lines.ts'

/** JSON with line numbers. Numbers stay text, so that no digit of an amount is lost. */
export type JsonValue =
  | { readonly kind: 'object'; readonly line: number; readonly fields: ReadonlyMap<string, JsonValue> }
  | { readonly kind: 'array'; readonly line: number; readonly items: readonly JsonValue[] }
  | { readonly kind: 'string' | 'number'; readonly line: number; readonly text: string }
  | { readonly kind: 'boolean'; readonly line: number; readonly value: boolean }
  | { readonly kind: 'null'; readonly line: number }

const numberShape = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const space = /[ \t\n\r]*/y
const plainString = /"([^"\\\n]*)"/y
const maxValues = 5_000_000

export function readJson(text: string): JsonValue {
  const lines = lineCounter(text)
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  let count = 0
  const fail = (value: string): never => {
    throw new UnreadableFile('bad_json', lines(Math.min(at, text.length)), { value })
  }
  const skipSpace = () => {
    space.lastIndex = at
    space.test(text)
    at = space.lastIndex
  }
  const expect = (char: string) => {
    if (text[at] !== char) fail(`“${char}” is missing`)
    at += 1
  }
  const readString = (): string => {
    plainString.lastIndex = at
    const plain = plainString.exec(text)
    if (plain) {
      at = plainString.lastIndex
      return bounded(plain[1] ?? '')
    }
    if (text[at] !== '"') fail('a text is missing')
    const begin = at
    for (at += 1; text[at] !== '"'; at += text[at] === '\\' ? 2 : 1)
      if (at >= text.length) fail('a text that does not end')
    at += 1
    try {
      return bounded(JSON.parse(text.slice(begin, at)) as string)
    } catch (error) {
      if (error instanceof UnreadableFile) throw error
      return fail('a text with an unknown escape')
    }
  }
  const bounded = (value: string): string => {
    if (value.length > limits.cellChars)
      throw new UnreadableFile('too_long', lines(at), { value: String(limits.cellChars) })
    return value
  }
  const readValue = (depth: number): JsonValue => {
    skipSpace()
    const line = lines(at)
    count += 1
    if (depth > limits.depth) throw new UnreadableFile('too_deep', line)
    if (count > maxValues) throw new UnreadableFile('too_many_rows', line, { value: String(limits.rows) })
    const char = text[at]
    if (char === '{') return readObject(depth, line)
    if (char === '[') return readArray(depth, line)
    if (char === '"') return { kind: 'string', line, text: readString() }
    for (const [word, value] of [
      ['true', true],
      ['false', false],
    ] as const)
      if (text.startsWith(word, at)) {
        at += word.length
        return { kind: 'boolean', line, value }
      }
    if (text.startsWith('null', at)) {
      at += 4
      return { kind: 'null', line }
    }
    numberShape.lastIndex = at
    const number = numberShape.exec(text)?.[0] ?? fail('a value is missing')
    at += number.length
    return { kind: 'number', line, text: number }
  }
  const readObject = (depth: number, line: number): JsonValue => {
    const fields = new Map<string, JsonValue>()
    at += 1
    skipSpace()
    while (text[at] !== '}') {
      if (fields.size > 0) {
        expect(',')
        skipSpace()
      }
      const name = readString()
      skipSpace()
      expect(':')
      fields.set(name, readValue(depth + 1))
      skipSpace()
    }
    at += 1
    return { kind: 'object', line, fields }
  }
  const readArray = (depth: number, line: number): JsonValue => {
    const items: JsonValue[] = []
    at += 1
    skipSpace()
    while (text[at] !== ']') {
      if (items.length > 0) expect(',')
      items.push(readValue(depth + 1))
      skipSpace()
    }
    at += 1
    return { kind: 'array', line, items }
  }
  const value = readValue(0)
  skipSpace()
  if (at < text.length) fail('something follows the end')
  return value
}

export function jsonField(value: JsonValue | undefined | null, name: string): JsonValue | null {
  return value?.kind === 'object' ? (value.fields.get(name) ?? null) : null
}

export function jsonItems(value: JsonValue | null): readonly JsonValue[] {
  return value?.kind === 'array' ? value.items : []
}

/** A string or number as trimmed text; null for other values and for empty text. */
export function jsonText(value: JsonValue | null): string | null {
  if (value?.kind !== 'string' && value?.kind !== 'number') return null
  return value.text.trim() || null
}
