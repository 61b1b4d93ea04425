import type { Line } from '../document.ts'
import { findLabels, type Labels, normalize } from '../labels.ts'
import { type Fixed, toFixed } from '../tokens/money.ts'
import { asOfWords, costWords, rateWords, untilWords, valueWords } from '../words/holding-words.ts'

/** What the heading of a list of holdings says about its columns. */
export interface Heading {
  readonly priceFirst: boolean | null
  /** Whether the cost stands before the value; null where no cost is named. */
  readonly costFirst: boolean | null
  readonly currency: string | null
}

/** A heading may take this many lines above the first position, with lines between. */
const maxHeadLines = 8

export function readHeading(lines: readonly Line[], first: number, labels: Labels): Heading {
  const above = lines.slice(Math.max(0, first - maxHeadLines), first)
  const head = above.filter(
    ({ amounts, labels: own }) =>
      amounts.length === 0 && own.some(({ role }) => role === 'quantity' || role === 'price'),
  )
  const from = above.indexOf(head[0] as Line)
  const named = from < 0 ? [] : above.slice(from).filter(({ amounts }) => amounts.length === 0)
  const text = named.map(({ norm }) => norm).join(' ')
  const found = findLabels(text, labels)
  const place = (role: string) => found.find(label => label.role === role)?.at ?? -1
  const [quantity, price, cost, value] = [
    place('quantity'),
    place('price'),
    costWords.exec(text)?.index ?? -1,
    valueWords.exec(text)?.index ?? -1,
  ]
  const codes = new Set(
    named.flatMap(({ tokens }) => tokens.flatMap(token => (token.type === 'currency' ? [token.code] : []))),
  )
  return {
    priceFirst: quantity < 0 || price < 0 ? null : price < quantity,
    costFirst: cost < 0 || value < 0 ? null : cost < value,
    currency: codes.size === 1 ? ([...codes][0] ?? null) : null,
  }
}

/** The currency of a document that names one only. */
export function findOnlyCurrency(lines: readonly Line[]): string | null {
  const codes = new Set(
    lines.flatMap(({ tokens }) => tokens.flatMap(token => (token.type === 'currency' ? [token.code] : []))),
  )
  return codes.size === 1 ? ([...codes][0] ?? null) : null
}

/** Rates of the document: beside a currency pair, or in a line that is labelled so. */
export function findRates(lines: readonly Line[]): Fixed[] {
  const found = lines.flatMap(({ amounts, labels, norm }) => {
    const isLabelled = labels.some(({ role }) => role === 'rate') || rateWords.test(norm)
    return amounts.filter(({ pair, text }) => pair !== null || (isLabelled && /[.,]\d{3,}$/.test(text)))
  })
  return [...new Set(found.map(({ value }) => value))].slice(0, 8).map(toFixed)
}

/** The day the positions are as of: by its words, else the only day of the title. */
export function findDay(lines: readonly Line[], title: number, first: number): string | null {
  const own = daysOf(lines.slice(title, title + 1)).filter(({ isAsOf }) => isAsOf)
  const [day, ...others] = new Set(own.map(({ value }) => value))
  if (day !== undefined && others.length === 0) return day
  const days = daysOf(lines.slice(0, Math.max(first, title + 1)))
  const stated = new Set(days.filter(({ isAsOf }) => isAsOf).map(({ value }) => value))
  if (stated.size > 0) return stated.size === 1 ? ([...stated][0] ?? null) : null
  const titled = new Set(
    (lines[title] as Line).tokens.flatMap(token => (token.type === 'date' ? [token.value] : [])),
  )
  return titled.size === 1 ? ([...titled][0] ?? null) : null
}

/** The days of some lines, and whether words say that something is as of them. */
const daysOf = (lines: readonly Line[]): { readonly value: string; readonly isAsOf: boolean }[] =>
  lines.flatMap(({ tokens }) =>
    tokens.flatMap((token, at) => {
      if (token.type !== 'date') return []
      const before = tokens[at - 1]
      const label = before?.type === 'words' ? normalize(before.text) : ''
      const isEnd = untilWords.test(label) && tokens[at - 2]?.type === 'date'
      return [{ value: token.value, isAsOf: isEnd || asOfWords.test(label) }]
    }),
  )
