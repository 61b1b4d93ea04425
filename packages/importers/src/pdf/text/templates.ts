import { parseDecimal } from '../../text/decimal.ts'
import type { Line } from './document.ts'
import { findDate } from './tokens/dates.ts'
import { absolute, fixedToText, toFixed } from './tokens/money.ts'
import { type Notation, nameCurrency, normalizeTime } from './tokens/tokens.ts'

/**
 * A template describes a line: '{date} {text} {amount} {currency}'. Literal text is compared without case; one blank
 * stands for any. `{*}` is anything, `{n}` a number, `{word}` a piece without blanks that is not kept. A question mark
 * makes a placeholder optional: '{sign?}'. '{Kauf|Verkauf}' is one of these words, '{|Total} ' may be left out.
 */
export interface Template {
  readonly pattern: RegExp
  readonly groupPattern: RegExp
  /** The same anywhere in a line. */
  readonly inside: RegExp
  readonly groupInside: RegExp
  readonly names: readonly string[]
}

/** Values read by a template, by name of the placeholder. Numbers are signed decimal text, dates ISO days. */
export type Captured = Readonly<Record<string, string>>

const sign = String.raw`(?<!\d)(?<!\d[.,])[+\-−–]? ?`
const trailing = String.raw`(?![.,]?\d)(?: ?[+-](?= |$)(?! \d))?`
const number = String.raw`${sign}\d+(?:[.,'’]\d+)*${trailing}`
/** Where the document groups thousands by blanks. */
const grouped = String.raw`${sign}(?:\d{1,3}(?: \d{3}){1,4}(?:[.,]\d+)?|\d+(?:[.,'’]\d+)*)${trailing}`
const day = String.raw`(?<!\d)\d{1,2}\. ?\d{1,2}\.(?!\d)|(?<!\d)\d{1,2}[./-]\d{1,2}(?![./-]?\d)`
const date = String.raw`(?<!\d)(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./-] ?(?:\d{1,2}|[A-Za-zÀ-ÿ]{3,9})[./-] ?\d{2,4}|\d{1,2}\.? [A-Za-zÀ-ÿ]{3,10}\.? \d{4})`
const shapes: Readonly<Record<string, string>> = {
  date,
  value: date,
  until: date,
  since: date,
  ex: date,
  money: String.raw`(?<!\d)(?<!\d[.,])[+\-−–]? ?\d[\d.,'’]*[.,]\d{2}(?!\d)(?: ?[+-](?= |$))?`,
  day,
  bookingDay: day,
  valueDay: day,
  dayNumber: String.raw`\d{1,2}`,
  monthName: String.raw`[A-Za-zÀ-ÿ]{3,10}\.?`,
  time: String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:[:.,]\d{1,6})?`,
  isin: '[A-Z]{2}[A-Z0-9]{9}[0-9]',
  wkn: '[A-Z0-9]{5,9}',
  ticker: '[A-Z0-9.:]{1,15}',
  currency: '[A-Z]{3}|[€$£]|Euro',
  foreignCurrency: '[A-Z]{3}|[€$£]',
  year: '(?:19|20)[0-9]{2}',
  sign: '[+−–-]|[SH]|DR|CR|Soll|Haben|Lasten|Gunsten|Belastung|Gutschrift',
  word: String.raw`\S+`,
  name: '.+?',
  text: '.+?',
  section: '.+?',
  '*': '.*?',
}
const dates = new Set(['date', 'value', 'until', 'since', 'ex'])
const texts = new Set(Object.keys(shapes).filter(name => name !== 'money'))

/** Placeholders of numbers. */
const numbers = new Set(
  'n shares nominal price amount credit debit gross tax fee accrued foreign rate balance part holding product load beforeTax foreignTax foreignFee rebate discount cost contracts contractSize'.split(
    ' ',
  ),
)

/** Amounts are written with decimals or beside a currency: other numbers are references. */
const money = new Set(['amount', 'credit', 'debit', 'balance'])
const unit = '(?:[€$£]|EUR|CHF|USD|GBP)'
const isMoney = String.raw`(?:(?<=${unit} ?)|(?=[+\-−–]? ?[\d.,'’ ]*(?:\d[.,]\d{2}|\d ?${unit})))`

const compiled = new Map<string, Template>()

export function compileTemplate(source: string): Template {
  const known = compiled.get(source)
  if (known) return known
  const parts = source.trim().split(/(\{[^}]+\})/)
  const build = (numberShape: string) => {
    const pieces = parts.map((part, at) =>
      at % 2 === 0 ? literal(part) : placeholder(part.slice(1, -1), numberShape),
    )
    return pieces.join('')
  }
  const anywhere = (body: string) => new RegExp(`(?<![\\p{L}\\d])${body}`, 'giu')
  const whole = (body: string) => new RegExp(`^ *${body} *$`, 'iu')
  const names = parts
    .filter((part, at) => at % 2 === 1 && !part.includes('|'))
    .map(part => part.replace(/[{}?]/g, ''))
  const template = {
    pattern: whole(build(number)),
    groupPattern: whole(build(grouped)),
    inside: anywhere(build(number)),
    groupInside: anywhere(build(grouped)),
    names,
  }
  compiled.set(source, template)
  return template
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/ +/g, ' ?')

function placeholder(spec: string, numberShape: string): string {
  if (spec.includes('|')) return `(?:${spec.split('|').map(literal).join('|')})`
  const isOptional = spec.endsWith('?')
  const name = isOptional ? spec.slice(0, -1) : spec
  if (shapes[name] === undefined && !numbers.has(name)) throw new Error(`Unknown placeholder: {${name}}`)
  const shape = shapes[name] ?? (money.has(name) ? `${isMoney}${numberShape}` : numberShape)
  return `(${shape})${isOptional ? '?' : ''}`
}

/** Longer lines hold no values; the limit keeps the backtracking of a template small. */
const maxChars = 300

/** The values of a line by a template, or null if it does not fit. */
export function matchTemplate(line: Line, template: Template, notation: Notation): Captured | null {
  if (line.text.length > maxChars) return null
  const match = (notation.hasBlankGroups ? template.groupPattern : template.pattern).exec(line.text)
  return match && readMatch(match, template, notation)
}

/** The values of all places in a line that a template fits. */
export function matchInside(line: Line, template: Template, notation: Notation): Captured[] {
  if (line.text.length > maxChars) return []
  const pattern = notation.hasBlankGroups ? template.groupInside : template.inside
  return [...line.text.matchAll(pattern)].flatMap(match => {
    const values = readMatch(match, template, notation)
    return values ? [values] : []
  })
}

function readMatch(match: RegExpExecArray, template: Template, notation: Notation): Captured | null {
  const values: Record<string, string> = {}
  for (let at = 0; at < template.names.length; at += 1) {
    const name = template.names[at] ?? ''
    const text = match[at + 1]?.trim()
    if (text === undefined || text === '' || name === '*' || name === 'word' || name === 'n') continue
    const value = readValue(name, text, notation)
    if (value === null) return null
    if (name === 'money') values.amount = value
    else values[name] = combine(name, values[name], value)
  }
  return values
}

/** Whether a line has the shape of a template; its values are not read. */
export function fitsTemplate(line: Line, template: Template): boolean {
  return line.text.length <= maxChars && template.pattern.test(line.text)
}

/** A placeholder that occurs twice: texts are joined, taxes and fees added up. */
function combine(name: string, first: string | undefined, second: string): string {
  if (first === undefined) return second
  if (name === 'text') return `${first} ${second}`
  if (name !== 'tax' && name !== 'fee') return second
  return fixedToText(absolute(toFixed(first)) + absolute(toFixed(second)))
}

function readValue(name: string, text: string, notation: Notation): string | null {
  if (dates.has(name)) return findDate(text, notation.dateOrder)
  if (name === 'time') return normalizeTime(text)
  if (name === 'currency' || name === 'foreignCurrency') return nameCurrency(text, notation)
  if (texts.has(name)) return text
  try {
    // Some banks write the sign twice: '-1,88-'.
    return parseDecimal(text.replace(/ /g, '').replace(/^([-−–].*)-$/, '$1'), notation.mark)
  } catch {
    return null
  }
}
