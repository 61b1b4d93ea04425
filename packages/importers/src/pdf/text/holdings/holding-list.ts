import type { Line } from '../document.ts'
import { type Labels, normalize } from '../labels.ts'
import { absolute, cents, type Fixed, fixedToText, sumFixed, toFixed } from '../tokens/money.ts'
import type { PdfHolding, ReadingProblem } from '../transaction.ts'
import { holdingTitles, movementTitle, totalLine } from '../words/holding-words.ts'
import { findDay, findOnlyCurrency, findRates, type Heading, readHeading } from './holding-heading.ts'
import { type Cell, decimalsOf, type HeldValues, solvePosition } from './holding-row.ts'

/** What a document states to be held, or why it is not certain. */
export interface HoldingReading {
  readonly holdings: readonly PdfHolding[]
  readonly problems: readonly ReadingProblem[]
}

/**
 * Reads a statement of holdings: positions with an ISIN, quantity, price and value as of a day. All or nothing: a
 * position that is left out would look sold. Null where the document is no such statement.
 */
export function readHoldings(lines: readonly Line[], labels: Labels): HoldingReading | null {
  const titles = lines.flatMap((line, at) => (isTitle(line) ? [at] : []))
  let first: HoldingReading | null = null
  for (const title of titles.slice(0, maxTitles)) {
    const reading = readSection(lines, title, labels)
    if (reading && reading.holdings.length > 0) return reading
    first ??= reading
  }
  return first
}

/** Pages repeat their title. */
const maxTitles = 6

/** Reads the positions below a title, up to a list of transactions. */
function readSection(all: readonly Line[], title: number, labels: Labels): HoldingReading | null {
  const lines = all.slice(title, findEnd(all, title))
  const list = findPositions(lines, labels)
  if (list === null) return null
  const refuse = (line: number, message: string) => ({ holdings: [], problems: [{ line, message }] })
  const open = list.positions.find(({ held }) => held === null)
  if (open) {
    const text = (lines[open.at] as Line).text.slice(0, 120)
    return refuse(open.line, `The values of this position do not add up: ${text}`)
  }
  const date = findDay(all, title, title + (list.positions[0]?.from ?? 0))
  if (date === null) return refuse(lines[0]?.index ?? 0, 'The day of the holdings is not stated.')
  const rows = list.positions.flatMap(({ held, ...row }) => (held ? [{ ...row, held }] : []))
  const currencies = rows.map(({ held }) => held.value.currency ?? held.price.currency ?? list.currency)
  const blank = rows[currencies.indexOf(null)]
  if (blank) return refuse(blank.line, 'The currency of this position is not stated.')
  const gap = findGap(lines, rows, currencies)
  if (gap) return { holdings: [], problems: [gap] }
  const holdings = rows.map(({ at, from, to, isin, held, line }, place): PdfHolding => {
    const { quantity, price, value } = held
    return {
      date,
      isin,
      name: nameOf(lines.slice(from, to), at - from),
      quantity: quantity.value,
      isPercent: price.isPercent,
      price: price.value,
      priceCurrency: price.isPercent ? null : (price.currency ?? currencies[place] ?? null),
      value: value.value,
      valueCurrency: currencies[place] ?? null,
      line,
    }
  })
  return { holdings, problems: [] }
}

/** The next heading of a list of transactions. */
function findEnd(lines: readonly Line[], title: number): number {
  const isHeading = ({ norm, amounts }: Line) =>
    amounts.length === 0 && countWords(norm) <= maxHeadingWords && movementTitle.test(norm)
  const end = lines.slice(title + 1).findIndex(isHeading)
  return end < 0 ? lines.length : title + 1 + end
}

const maxTitleWords = 12
const maxHeadingWords = 6
const countWords = (norm: string): number =>
  norm.split(/[ 0-9]+/, maxTitleWords + 2).filter(word => word !== '').length

/** A line that names such a document or a part of one. A sentence ends with a full stop. */
function isTitle({ norm, text, amounts }: Line): boolean {
  const isShort = norm.split(' ', maxTitleWords + 1).length <= maxTitleWords && !/[.;,]$/.test(text)
  const isPlain = amounts.every(({ currency }) => currency === null)
  return isShort && isPlain && holdingTitles.some(words => ` ${norm} `.includes(` ${words} `))
}

interface Position {
  readonly isin: string
  /** Place of the line with the ISIN, and of the first line of the position. */
  readonly at: number
  readonly from: number
  readonly to: number
  readonly line: number
  readonly held: HeldValues | null
}

interface PositionList {
  readonly positions: readonly Position[]
  /** The currency that the heading or the document names. */
  readonly currency: string | null
}

/** More positions than a statement lists. */
const maxPositions = 1000

/** A position takes this many lines. */
const maxLines = 5

type Layout = 'same' | 'below' | 'above'

/** The positions in the layout that reads most of them: numbers beside, below or above the ISIN. */
function findPositions(lines: readonly Line[], labels: Labels): PositionList | null {
  const places = lines.flatMap((line, at) => {
    const isins = line.tokens.flatMap(token => (token.type === 'isin' ? [token.value] : []))
    return isins.length === 1 ? [{ at, isin: isins[0] ?? '' }] : []
  })
  const first = places[0]
  if (!first || places.length > maxPositions) return null
  const heading = readHeading(lines, first.at, labels)
  const rates = findRates(lines)
  let best: Position[] = []
  const count = (positions: readonly Position[]) => positions.filter(({ held }) => held !== null).length
  for (const layout of ['same', 'below', 'above'] satisfies Layout[]) {
    const positions = places.map(({ at, isin }, index): Position => {
      const [from, to] = blockOf(
        layout,
        at,
        places[index - 1]?.at ?? -1,
        places[index + 1]?.at ?? lines.length,
      )
      const block = lines.slice(from, to)
      const ways = readingsOf(block.flatMap(cellsOf)).flatMap(cells =>
        solvePosition(cells, heading.priceFirst, rates),
      )
      const held = chooseHeld(ways, heading)
      return { isin, at, from, to, line: (lines[at] as Line).index, held }
    })
    if (count(positions) > count(best)) best = positions
  }
  if (count(best) === 0) return null
  return { positions: withoutMentions(best, lines), currency: heading.currency ?? findOnlyCurrency(lines) }
}

function blockOf(layout: Layout, at: number, previous: number, next: number): [from: number, to: number] {
  if (layout === 'same') return [at, at + 1]
  if (layout === 'below') return [at, Math.min(next, at + maxLines)]
  return [Math.max(previous + 1, at - 2), at + 1]
}

/** Lines that mention a security again, without the numbers of a position. */
function withoutMentions(positions: readonly Position[], lines: readonly Line[]): Position[] {
  const read = new Set(positions.flatMap(({ held, isin }) => (held ? [isin] : [])))
  const seen = new Set<string>()
  return positions.filter(({ held, isin, from, to }) => {
    if (held === null) {
      const block = lines.slice(from, to)
      const isMention = !block.flatMap(cellsOf).some(cell => cell.currency !== null || decimalsOf(cell) >= 2)
      return !(isMention || isSold(block) || read.has(isin))
    }
    // A second list states the same positions again.
    const key = `${isin} ${held.quantity.value} ${held.price.value} ${held.value.value}`
    return seen.has(key) ? false : seen.add(key)
  })
}

/** A position that was sold stays in the list: nothing is held, at no value; its price may be stated. */
function isSold(block: readonly Line[]): boolean {
  const cells = block.flatMap(cellsOf).filter(cell => !cell.isPercent && decimalsOf(cell) >= 2)
  const zeros = cells.filter(({ value }) => Number(value) === 0)
  return zeros.length >= 2 && cells.length - zeros.length <= 1
}

/** The words before the ISIN or before the numbers of the position, without numbers and units. */
function nameOf(block: readonly Line[], at: number): string | null {
  const numbered = block.find(line => cellsOf(line).length >= 2)
  const beside = (block[at] as Line).tokens
  const place = beside.findIndex(({ type }) => type === 'isin')
  const parts = [beside.slice(0, place), numbered?.tokens ?? [], beside.slice(place + 1)]
  for (const tokens of parts) {
    const words = tokens.flatMap(token => (token.type === 'words' ? [token.text] : []))
    const name = words.find(text => /\p{L}{3}/u.test(text) && !labelAlone.test(text))
    if (name !== undefined)
      return name.replace(/^(?:stück|stk\.?|st\.|anteile|units|shares) /i, '').slice(0, 120)
  }
  return null
}

const labelAlone = /^(?:isin|wkn|valor|stück|stk\.?|st\.|anteile|nominal|nominale|units|shares)[:. ]*$/i

const countUnit =
  /^(?:stk|st|stuck|stucke|anteile?|ant|units?|shares?|pcs|pieces|titres?|parts?|azioni|quote|stuks|titulos|acciones|participaciones|tit)(?: |$)/
const countBefore =
  /(?:^| )(?:stk|st|stuck|stucke|anteile|units|shares|titres|parts|azioni|quote|stuks|titulos)$/

function cellsOf(line: Line): Cell[] {
  const byPlace = new Map(line.amounts.map(amount => [amount.at, amount]))
  return line.tokens.flatMap((token, at): Cell[] => {
    if (token.type === 'percent')
      return [{ value: token.value, currency: null, text: token.value, isPercent: true, isCount: false }]
    const amount = byPlace.get(at)
    // Numbers of accounts and pages are long and have no decimals.
    if (!amount || amount.pair || /^\d{9,}$/.test(amount.text)) return []
    const before = line.tokens[at - 1]
    const unit = before?.type === 'words' ? normalize(before.text) : ''
    const isCount = amount.currency === null && (countUnit.test(amount.after) || countBefore.test(unit))
    return [{ value: amount.value, currency: amount.currency, text: amount.text, isPercent: false, isCount }]
  })
}

/** More numbers than this, or more of them with blanks, are read as they stand. */
const maxSplitCells = 8
const maxSplits = 2
const maxParts = 2

/** Where blanks group thousands, '120 447,50' may be two numbers: each way to read it. */
function readingsOf(cells: readonly Cell[]): Cell[][] {
  if (cells.length > maxSplitCells) return [[...cells]]
  let readings: Cell[][] = [[]]
  let splits = 0
  for (const cell of cells) {
    const groups = cell.text.split(' ')
    if (groups.length > 1) splits += 1
    const isOpen = groups.length > 1 && splits <= maxSplits
    const ends = groups.slice(1, 1 + maxParts).map((_, at) => at + 1)
    const parts = isOpen ? ends.map(at => splitCell(cell, groups, at)) : []
    readings = [[cell], ...parts].flatMap(part => readings.map(reading => [...reading, ...part]))
  }
  return readings
}

function splitCell(cell: Cell, groups: readonly string[], at: number): Cell[] {
  const [before, after] = [groups.slice(0, at).join(''), groups.slice(at).join('')]
  return [
    { ...cell, value: before, text: before, currency: null },
    { ...cell, value: fixedToText(toFixed(after.replace(',', '.'))), text: after },
  ]
}

/** The one way to read a position. What was paid for it fits as well: the heading tells which stands first. */
function chooseHeld(found: readonly HeldValues[], { costFirst }: Heading): HeldValues | null {
  // The value may be stated a second time in the currency of the account.
  const isOwn = ({ price, value }: HeldValues) => price.currency === value.currency
  const distinct = new Map(
    found
      .filter(one => isOwn(one) || !found.some(other => isOwn(other) && other.price === one.price))
      .map(one => [`${one.quantity.value} ${one.price.value} ${one.value.value}`, one]),
  )
  const ways = [...distinct.values()]
  const [only, other, ...more] = ways
  if (!only || !other) return only ?? null
  if (more.length > 0 || only.quantity !== other.quantity || costFirst === null) return null
  return costFirst ? other : only
}

interface ReadPosition extends Omit<Position, 'held'> {
  readonly held: HeldValues
}

/**
 * The values must make the totals that are printed: that of all, or those of the parts, each below its own. Values in
 * several currencies are not added up. Values in whole units are confirmed by a total only.
 */
function findGap(
  lines: readonly Line[],
  rows: readonly ReadPosition[],
  currencies: readonly (string | null)[],
): ReadingProblem | null {
  const isRounded = rows.some(({ held }) => held.isRounded)
  const [first, last] = [rows[0]?.from ?? 0, rows.at(-1)]
  const totals = lines.flatMap((line, at) => {
    const isTotal =
      at > first &&
      totalLine.test(line.norm) &&
      !rows.some(row => at >= row.from && at < row.to && row.at === at)
    const values = isTotal
      ? line.amounts.filter(({ text }) => /\d/.test(text)).map(({ value }) => toFixed(value))
      : []
    return values.length > 0 ? [{ at, line: line.index, values }] : []
  })
  const fail = (line: number): ReadingProblem => {
    const sum = fixedToText(sumFixed(rows.map(({ held }) => toFixed(held.value.value))))
    return {
      line,
      message: `The values of the positions, ${sum} together, do not make a total of the statement.`,
    }
  }
  const isMixed = new Set(currencies).size > 1
  const end = last?.line ?? 0
  if (isMixed || totals.length === 0) return isRounded ? fail(end) : null
  const marketValue = ({ held }: ReadPosition) => toFixed(held.value.value)
  const makes = (part: readonly ReadPosition[], values: readonly Fixed[]) => {
    const slack = isRounded ? cents(51) * BigInt(part.length) : 0n
    const sum = sumFixed(part.map(marketValue))
    return values.some(value => absolute(value - sum) <= slack)
  }
  if (totals.some(({ values }) => makes(rows, values))) return null
  // Each part has a total of its own below it.
  let from = 0
  for (const { at, values } of totals) {
    const to = rows.findIndex(row => row.at > at)
    const part = rows.slice(from, to < 0 ? rows.length : to)
    if (part.length > 0 && makes(part, values)) from += part.length
  }
  return from === rows.length ? null : fail(totals[0]?.line ?? end)
}
