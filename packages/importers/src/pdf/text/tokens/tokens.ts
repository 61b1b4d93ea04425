import type { DateOrder } from '../../../text/date.ts'
import type { DecimalMark } from '../../../text/decimal.ts'
import { parseDecimal } from '../../../text/decimal.ts'
import { hasValidCheckDigit } from '../../../text/isin.ts'
import { currencyCodes, findCurrency } from './currencies.ts'
import { findDate } from './dates.ts'

export type Token =
  | { readonly type: 'words'; readonly text: string }
  | { readonly type: 'number'; readonly text: string; readonly value: string }
  | { readonly type: 'percent'; readonly value: string }
  | { readonly type: 'date'; readonly value: string }
  | { readonly type: 'time'; readonly value: string }
  | { readonly type: 'currency'; readonly code: string }
  | { readonly type: 'pair'; readonly base: string; readonly quote: string }
  | { readonly type: 'isin'; readonly value: string }
  /** An account number: its digits are no amounts. */
  | { readonly type: 'account'; readonly text: string }

/** How a document writes numbers and dates. */
export interface Notation {
  readonly mark: DecimalMark
  /** Blanks group thousands, as in French documents. */
  readonly hasBlankGroups: boolean
  readonly dateOrder: DateOrder
  /** What '$' stands for, or null if the document names several dollars. */
  readonly dollar: string | null
  /** What 'kr' stands for, or null if the document names no crown, or several. */
  readonly crown: string | null
}

const number = String.raw`[+\-−–]?\d{1,15}(?:[.,'’´\`]\d{1,10}){0,6}`
const grouped = String.raw`[+\-−–]?\d{1,3}(?: \d{3}){1,4}(?:[.,]\d{1,6})`
const month = `[A-Za-zÀ-ÿ]{3,10}`
const date = [
  String.raw`\d{4}-\d{2}-\d{2}(?!\d)`,
  String.raw`\d{4}[./]\d{2}[./]\d{2}(?!\d)`,
  String.raw`\d{1,2}\. ?\d{1,2}\. ?(?:19|20)\d{2}(?!\d)`,
  String.raw`\d{1,2}[./-]\d{1,2}[./-](?:(?:19|20)\d{2}(?!\d|[.,]\d)|\d{2}(?![\d.,]))`,
  String.raw`\d{1,2}[.]?[ -]${month}[.]?[ -](?:19|20)\d{2}(?!\d)`,
  String.raw`${month} \d{1,2}, (?:19|20)\d{2}(?!\d)`,
].join('|')

const makeScanner = (blankGroups: boolean) =>
  new RegExp(
    [
      String.raw`(?<isin>(?<![A-Za-z0-9])[A-Z]{2}[A-Z0-9]{9}\d(?!\d))`,
      String.raw`(?<account>(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9]|[.,]\d))`,
      `(?<pair>(?<![A-Za-z])[A-Z]{3} ?/ ?[A-Z]{3}(?![A-Za-z]))`,
      String.raw`(?<date>(?<![\d.,/-])(?:${date}))`,
      String.raw`(?<time>(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?:[:.,]\d{1,6})?(?![\d:]))`,
      String.raw`(?<number>(?<![\d.,/:'’])${blankGroups ? `(?:${grouped}|${number})` : number}(?![\d]))`,
      String.raw`(?<currency>(?<![A-Za-z])(?:[A-Z]{3}(?![A-Za-z])|GBp|ZAc|EURO|Euro|Eur|SFr|US\$)(?![A-Za-z])|[€$£¥]|(?<=\d)p(?![A-Za-z0-9.])|(?<=\d ?)(?:zł|Kč|Ft|kr)(?![A-Za-zÀ-ž])|(?<![A-Za-zÀ-ž])kr(?= ?\d))`,
    ].join('|'),
    'g',
  )

const scanner = makeScanner(false)
const groupScanner = makeScanner(true)

/** Splits a line into values and the words between them. */
export function tokenize(text: string, notation: Notation): Token[] {
  const tokens: Token[] = []
  const pattern = notation.hasBlankGroups ? groupScanner : scanner
  let wordsFrom = 0
  const addWords = (to: number) => {
    const words = text.slice(wordsFrom, to).trim()
    if (words !== '') tokens.push({ type: 'words', text: words })
  }
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const after = text.slice(pattern.lastIndex, pattern.lastIndex + 4)
    const token = readToken(match.groups ?? {}, text.charAt(match.index - 1), after, notation)
    if (token === null) continue
    addWords(match.index)
    tokens.push(token)
    wordsFrom = match.index + match[0].length
  }
  addWords(text.length)
  return markNationalNumbers(mergeSigns(tokens))
}

function readToken(
  groups: Record<string, string | undefined>,
  before: string,
  after: string,
  notation: Notation,
): Token | null {
  const { isin, account, pair, date: day, time, number: digits, currency } = groups
  if (isin) return readIsin(isin)
  if (account) return { type: 'account', text: account }
  if (pair) return readPair(pair)
  if (day) return readDate(day, notation)
  if (time) return readTime(time)
  if (digits) return readNumber(digits, before, after, notation)
  const code = currency ? nameCurrency(currency, notation) : null
  return code === null ? null : { type: 'currency', code }
}

/** The code of a currency, whose sign may stand for several. */
export function nameCurrency(text: string, { dollar, crown }: Notation): string | null {
  if (text === '$') return dollar
  return text === 'kr' ? crown : findCurrency(text)
}

function readIsin(text: string): Token | null {
  if (!hasValidCheckDigit(text)) return { type: 'account', text }
  // A word with a digit behind it passes the check digit one time in ten.
  return (text.match(/\d/g)?.length ?? 0) >= 2 ? { type: 'isin', value: text } : null
}

function readPair(text: string): Token | null {
  const [base = '', quote = ''] = text.split('/').map(code => code.trim())
  return currencyCodes.has(base) && currencyCodes.has(quote) ? { type: 'pair', base, quote } : null
}

function readDate(text: string, notation: Notation): Token | null {
  const value = findDate(text, notation.dateOrder)
  return value === null ? null : { type: 'date', value }
}

/** 'HH:MM:SS' of a time of day; hundredths are cut. */
export function normalizeTime(text: string): string | null {
  const [hours = '', minutes = '', seconds = '00'] = text.split(/[:.,]/)
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  return [hours, minutes, seconds].map(part => part.padStart(2, '0')).join(':')
}

function readTime(text: string): Token | null {
  const value = normalizeTime(text)
  return value === null ? null : { type: 'time', value }
}

function readNumber(digits: string, before: string, after: string, notation: Notation): Token | null {
  // Digits within a word or a number of an order ('A1JX53', '94R613') are no values.
  if (/[\p{L}_#]/u.test(before) || /^[\p{L}_]\d/u.test(after)) return null
  // 'Anteile 1D': a class of shares.
  if (/^\d+$/.test(digits) && /^[A-Z](?![\p{L}\d])/u.test(after)) return null
  const trailing = /^\s?-(?=\s|$)/.test(after) || /^-(?=[A-Z])/.test(after)
  try {
    const value = parseDecimal(digits.replace(/ /g, ''), notation.mark)
    if (/^\s?%/.test(after)) return { type: 'percent', value }
    const isNegative = trailing !== value.startsWith('-')
    const magnitude = value.replace('-', '')
    return {
      type: 'number',
      text: digits,
      value: isNegative && magnitude !== '0' ? `-${magnitude}` : magnitude,
    }
  } catch {
    return null
  }
}

const nationalLabel = /(?:^|[\s(])(?:WKN|WPKNR|Valor(?:en)?(?:-?(?:Nr|Nummer))?|CUSIP|SEDOL)[.:]{0,2}$/i

/** Digits beside an ISIN, or after its label, are the national number of the security: 'DE0007164600 (716460)', 'WKN: 716460'. */
function markNationalNumbers(tokens: Token[]): Token[] {
  return tokens.map((token, at) => {
    if (token.type !== 'number' || !/^\d{5,9}$/.test(token.text)) return token
    const before = tokens[at - 1]
    if (before?.type === 'words' && nationalLabel.test(before.text))
      return { type: 'account', text: token.text }
    const isBehind = before?.type === 'isin' || (tokens[at - 2]?.type === 'isin' && isPunctuation(before))
    const isInFront =
      token.text.length === 6 &&
      tokens[at + 1]?.type === 'isin' &&
      tokens.slice(0, at).some(({ type }) => type === 'number')
    return isBehind || isInFront ? { type: 'account', text: token.text } : token
  })
}

const isPunctuation = (token: Token | undefined): boolean =>
  token?.type === 'words' && !/[\p{L}\p{N}]/u.test(token.text)

/** A sign may stand apart from its number ('- 5,22 EUR', '12,00 S'). */
function mergeSigns(tokens: readonly Token[]): Token[] {
  const merged: Token[] = []
  for (const token of tokens) {
    const last = merged.at(-1)
    if (token.type === 'number' && last?.type === 'words' && /(?:^|\s)[-−–]$/.test(last.text)) {
      const words = last.text.slice(0, -1).trim()
      merged.pop()
      if (words !== '') merged.push({ type: 'words', text: words })
      merged.push({ ...token, value: token.value.startsWith('-') ? token.value : `-${token.value}` })
    } else if (token.type === 'words' && /^[-−–+]+$/.test(token.text)) {
      if (last?.type !== 'number' && last?.type !== 'currency') merged.push(token)
      else if (token.text.startsWith('-') && last.type === 'currency') negatePrevious(merged)
    } else if (token.type === 'words' && token.text.startsWith('%')) {
      merged.push({ type: 'words', text: token.text.slice(1).trim() })
    } else merged.push(token)
  }
  return merged
}

/** A minus behind the currency ('12,00 EUR -') belongs to the number before it. */
function negatePrevious(tokens: Token[]): void {
  const at = tokens.length - 2
  const token = tokens[at]
  if (token?.type === 'number' && !token.value.startsWith('-'))
    tokens[at] = { ...token, value: `-${token.value}` }
}
