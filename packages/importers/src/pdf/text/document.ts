import { findLabels, type LabelMatch, type Labels, normalize } from './labels.ts'
import { type CleanLine, cleanLines } from './tokens/clean-lines.ts'
import { decideNotation } from './tokens/notation.ts'
import { type Notation, type Token, tokenize } from './tokens/tokens.ts'

/** A number of a line, with its currency and the words around it. */
export interface Amount {
  /** Signed decimal text. */
  readonly value: string
  readonly currency: string | null
  /** As written: tells a count from an amount with decimals. */
  readonly text: string
  /** Position among the tokens of its line. */
  readonly at: number
  /** Words directly before it, normalized; those of the line's start where values stand side by side. */
  readonly label: string
  /** Everything before it in the line, normalized. */
  readonly before: string
  readonly after: string
  /** Follows a currency pair: a rate of exchange. */
  readonly pair: { readonly base: string; readonly quote: string } | null
}

export interface Line {
  readonly index: number
  readonly text: string
  readonly norm: string
  readonly isSqueezed: boolean
  readonly tokens: readonly Token[]
  readonly amounts: readonly Amount[]
  /** Labels of the words, where the line is read for labels. */
  readonly labels: readonly LabelMatch[]
}

export interface PdfDocument {
  readonly lines: readonly Line[]
  readonly notation: Notation
}

/** `known`: what is known of how the bank writes numbers. */
export function openDocument(
  raw: readonly string[],
  labels: Labels,
  known: Partial<Notation> = {},
): PdfDocument {
  const clean = cleanLines(raw)
  const notation = { ...decideNotation(clean), ...known }
  const tokens = clean.map(line => tokenize(line.text, notation))
  const currencyFirst = countCurrencySides(tokens)
  const lines = clean.map((line, at) => readLine(line, tokens[at] ?? [], currencyFirst, labels))
  return { lines, notation }
}

function readLine(clean: CleanLine, tokens: Token[], currencyFirst: boolean, labels: Labels): Line {
  const norm = normalize(clean.text)
  return {
    index: clean.index,
    text: clean.text,
    norm,
    isSqueezed: clean.isSqueezed,
    tokens,
    amounts: findAmounts(tokens, currencyFirst),
    labels: findLabels(norm, labels, clean.isSqueezed),
  }
}

/** Whether the document writes 'EUR 12,00' rather than '12,00 EUR': lines with one of each decide. */
function countCurrencySides(lines: readonly (readonly Token[])[]): boolean {
  let first = 0
  let last = 0
  for (const tokens of lines) {
    const values = tokens.filter(token => token.type === 'number' || token.type === 'currency')
    if (values.length !== 2 || values[0]?.type === values[1]?.type) continue
    if (values[0]?.type === 'currency') first += 1
    else last += 1
  }
  return first > last
}

/** The amounts of tokens that are put together from several lines. */
export const describeAmounts = (tokens: readonly Token[]): Amount[] => findAmounts(tokens, false)

function findAmounts(tokens: readonly Token[], currencyFirst: boolean): Amount[] {
  const sides = assignCurrencies(tokens, currencyFirst)
  const amounts: Amount[] = []
  const words: string[] = []
  let label = ''
  let wordsBefore = false
  tokens.forEach((token, at) => {
    if (token.type === 'words') {
      const text = normalize(token.text)
      if (text !== '') {
        words.push(text)
        label = text
        wordsBefore = true
      }
    }
    if (token.type !== 'number') return
    const pair = findPair(tokens, at)
    amounts.push({
      value: token.value,
      currency: sides.get(at) ?? null,
      text: token.text,
      at,
      label: wordsBefore ? label : (words[0] ?? ''),
      before: words.join(' '),
      after: normalize(wordsAfter(tokens, at)),
      pair,
    })
  })
  return amounts
}

/** The currency pair of a rate: 'EUR/USD 1,1461', '1,1461 EUR/USD', 'USD = 1,1461'. */
function findPair(tokens: readonly Token[], at: number): { base: string; quote: string } | null {
  const [far, near] = [tokens[at - 2], tokens[at - 1]]
  if (near?.type === 'pair') return near
  if (near?.type === 'words' && far?.type === 'pair' && !/\p{L}/u.test(near.text)) return far
  if (near?.type === 'words' && near.text === '=' && far?.type === 'currency')
    return { base: far.code, quote: far.code }
  const next = tokens[at + 1]
  return next?.type === 'pair' ? next : null
}

function wordsAfter(tokens: readonly Token[], at: number): string {
  const next = tokens.slice(at + 1, at + 3).find(token => token.type === 'words')
  return next?.type === 'words' ? next.text : ''
}

/** Which currency belongs to which number, where both sides are possible. */
function assignCurrencies(tokens: readonly Token[], currencyFirst: boolean): Map<number, string> {
  const sides = new Map<number, string>()
  const first = lineStyle(tokens) ?? currencyFirst
  tokens.forEach((token, at) => {
    if (token.type !== 'currency') return
    const left = numberBeside(tokens, at, -1)
    const after = numberBeside(tokens, at, 1)
    // 'JPY/CHF 0.0082450 CHF 280.91': a rate has no currency of its own.
    const isTaken =
      left !== null && after !== null && (tokens[left - 1]?.type === 'pair' || isCount(tokens, left))
    const before = isTaken ? null : left
    const sure = chooseAdjacent(before, after, at)
    const target = sure ?? (before !== null && after !== null ? (first ? after : before) : (after ?? before))
    if (target !== null && !sides.has(target)) sides.set(target, token.code)
  })
  return sides
}

const pieces = /(?:^|[\s(])(?:stk|st|stück|units|pcs)[.:]?$/i

/** 'STK 35,000 EUR 17,88': the number behind the unit is a count. */
function isCount(tokens: readonly Token[], at: number): boolean {
  const unit = tokens[at - 1]
  return unit?.type === 'words' && pieces.test(unit.text) && tokens[at - 2]?.type !== 'number'
}

/** The number directly beside a currency, where that on the other side has a bracket between: '(1,2142) EUR 3,90'. */
function chooseAdjacent(before: number | null, after: number | null, at: number): number | null {
  if (before === null || after === null) return null
  const [isBefore, isAfter] = [before === at - 1, after === at + 1]
  return isBefore === isAfter ? null : isBefore ? before : after
}

/** Position of the number beside a currency; a colon or a bracket may stand between. */
function numberBeside(tokens: readonly Token[], at: number, step: 1 | -1): number | null {
  const next = tokens[at + step]
  if (next?.type === 'number') return at + step
  if (
    next?.type === 'words' &&
    /^[^\p{L}\p{N}]{1,2}$/u.test(next.text) &&
    tokens[at + 2 * step]?.type === 'number'
  )
    return at + 2 * step
  return null
}

/** A line that begins with a currency writes it first, one that ends with a currency last. */
function lineStyle(tokens: readonly Token[]): boolean | null {
  const values = tokens.filter(token => token.type === 'number' || token.type === 'currency')
  const startsWith = values[0]?.type === 'currency'
  const endsWith = values.at(-1)?.type === 'currency'
  if (startsWith !== endsWith) return startsWith
  // '3 EUR 90,00 EUR 270,00': pieces stand before the first currency.
  const [first, last] = [values[0], values.at(-1)]
  const isCounted = first?.type === 'number' && last?.type === 'number' && values.length > 2
  return isCounted && /^\d+$/.test(first.text) && /[.,]\d{2}$/.test(last.text) ? true : null
}
