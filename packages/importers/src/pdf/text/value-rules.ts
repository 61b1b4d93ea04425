import type { ValueRule } from '../profiles/profile.ts'
import type { Line } from './document.ts'
import type { LabelledDate } from './facts/date-facts.ts'
import type { Facts, Item, Price, Quantity, Rate } from './facts/facts.ts'
import type { Security } from './security.ts'
import { type Captured, compileTemplate, matchTemplate } from './templates.ts'
import { absolute, toFixed } from './tokens/money.ts'
import type { Notation } from './tokens/tokens.ts'
import type { LabelRole } from './words/label-words.ts'
import type { DocumentKind } from './words/title-words.ts'

/** Values that a profile's templates found in a note. */
export interface StatedValues {
  readonly items: Item[]
  readonly quantities: Quantity[]
  readonly prices: Price[]
  readonly rates: Rate[]
  readonly dates: LabelledDate[]
  security: Partial<Security>
  exDate: string | null
}

const amountRoles: Readonly<Record<string, LabelRole>> = {
  amount: 'net',
  gross: 'gross',
  foreign: 'gross',
  tax: 'tax',
  fee: 'fee',
  accrued: 'accrued',
}

/** Applies the templates of a profile to a note. Of one rule the first place counts, except for taxes and fees. */
export function applyValueRules(
  lines: readonly Line[],
  rules: readonly ValueRule[],
  kind: DocumentKind,
  notation: Notation,
): StatedValues {
  const stated: StatedValues = {
    items: [],
    quantities: [],
    prices: [],
    rates: [],
    dates: [],
    security: {},
    exDate: null,
  }
  for (const rule of rules) {
    if (rule.kinds && !rule.kinds.includes(kind)) continue
    for (let at = 0; at < lines.length; at += 1) {
      const values = matchRule(lines, rule, at, notation)
      if (!values) continue
      addValues(stated, values, lines[at]?.index ?? 0)
      if (values.tax === undefined && values.fee === undefined) break
    }
  }
  return stated
}

function matchRule(lines: readonly Line[], rule: ValueRule, at: number, notation: Notation): Captured | null {
  let values: Captured = {}
  for (let offset = 0; offset < rule.lines.length; offset += 1) {
    const line = lines[at + offset]
    const part = line ? matchTemplate(line, compileTemplate(rule.lines[offset] ?? ''), notation) : null
    if (!part) return null
    values = { ...values, ...part }
  }
  return values
}

function addValues(stated: StatedValues, values: Captured, line: number): void {
  const { currency = '', foreignCurrency = '' } = values
  for (const [name, role] of Object.entries(amountRoles)) {
    const text = values[name]
    if (text === undefined) continue
    const code = name === 'foreign' ? foreignCurrency : currency
    const amounts = new Map([[code, absolute(toFixed(text))]])
    stated.items.push({ role, line, label: name, amounts, isNegative: text.startsWith('-'), isSum: false })
  }
  const quantity = values.nominal ?? values.shares
  const nominalCurrency = values.nominal === undefined ? null : currency
  if (quantity !== undefined)
    stated.quantities.push({ value: quantity.replace('-', ''), line, nominalCurrency, rank: 9 })
  if (values.price !== undefined)
    stated.prices.push({
      value: values.price.replace('-', ''),
      line,
      // A nominal value has a price in per cent.
      currency: values.nominal === undefined ? foreignCurrency || currency || null : null,
      isPercent: values.nominal !== undefined,
    })
  if (values.rate !== undefined) stated.rates.push({ value: values.rate, line, pair: null })
  if (values.date !== undefined)
    stated.dates.push({ role: 'stated', label: '', value: values.date, time: values.time ?? null, line })
  if (values.ex !== undefined) stated.exDate = values.ex
  const { isin, wkn, ticker, name } = values
  const security = {
    ...(isin && { isin }),
    ...(wkn && { wkn }),
    ...(ticker && { ticker }),
    ...(name && { name }),
  }
  if (Object.keys(security).length > 0) stated.security = { line, ...stated.security, ...security }
}

/** Facts of a note with the stated values in the place of those found by labels, or beside them. */
export function mergeFacts(facts: Facts, stated: StatedValues, isAdded = false): Facts {
  const roles = new Set(stated.items.map(({ role }) => role))
  const places = new Set(stated.items.map(({ line }) => line))
  const isKept = ({ role, line }: Item) => !roles.has(role) || (isAdded && !places.has(line))
  const choose = <T>(own: readonly T[], found: readonly T[]) => (own.length > 0 ? own : found)
  return {
    items: [...stated.items, ...facts.items.filter(isKept)],
    quantities: choose(stated.quantities, facts.quantities),
    prices: choose(stated.prices, facts.prices),
    rates: choose(stated.rates, facts.rates),
    dates: [...stated.dates, ...facts.dates],
  }
}
