import { UnreadableFile } from '../../problem.ts'
import { pdfLimits } from './pdf-limits.ts'

/** A piece of text as the PDF positions it, in points from the top left corner of the page. */
export interface TextItem {
  readonly text: string
  /** Where its baseline starts. */
  readonly x: number
  readonly y: number
  /** Length along its baseline. */
  readonly length: number
  readonly fontSize: number
  /** Direction of its baseline, clockwise in degrees: 0 for usual text. */
  readonly angle: number
}

export interface Rectangle {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A run of words without a gap of a column between them. */
export interface LinePart {
  readonly text: string
  readonly left: number
  readonly width: number
}

/** A line of a page from left to right: a row of a table is one line, with blanks between its columns. */
export interface PageLine extends Rectangle {
  readonly text: string
  readonly parts: readonly LinePart[]
}

/** Gaps as a share of the font size: a blank is about 0.25, a gap between columns is wider than a letter. */
const blankGap = 0.17
const columnGap = 1
/** How far a raised or lowered piece, such as the mark of a footnote, is from the baseline of its line. */
const baselineShift = 0.4
/** Bold print is imitated by printing a text twice, slightly shifted. */
const doubledShift = 0.25

type Quarter = 0 | 90 | 180 | 270

/**
 * Joins the pieces of a page to lines from top to bottom. Text that runs in another direction than most of the page,
 * such as a document number along the margin, comes last.
 */
export function joinLines(items: readonly TextItem[]): PageLine[] {
  const groups = Map.groupBy(items.filter(isPrinted), item => nearestQuarter(item.angle))
  const byLength = [...groups].sort(([, a], [, b]) => countChars(b) - countChars(a))
  return byLength.flatMap(([quarter, group]) => joinDirection(group, quarter))
}

/** Lines in reading order do not depend on the order in which a program wrote the pieces. */
function joinDirection(items: readonly TextItem[], quarter: Quarter): PageLine[] {
  const turned = items.map(item => ({ ...item, ...turn(item, quarter) }))
  turned.sort((a, b) => a.y - b.y || a.x - b.x)
  const lines: { items: TextItem[]; y: number; fontSize: number }[] = []
  for (const item of turned) {
    const line = lines.at(-1)
    if (!line || item.y - line.y > maxShift(line.fontSize, item.fontSize)) {
      lines.push({ items: [item], y: item.y, fontSize: item.fontSize })
      continue
    }
    line.items.push(item)
    // The larger text has the baseline of the line.
    if (item.fontSize > line.fontSize) Object.assign(line, { y: item.y, fontSize: item.fontSize })
  }
  return lines.flatMap(line => writeLine(line.items, quarter) ?? [])
}

/** A footnote mark is little smaller than its text; a caption beside a title is a line of its own. */
function maxShift(a: number, b: number): number {
  return baselineShift * Math.min(Math.max(a, b), 1.7 * Math.min(a, b))
}

function writeLine(items: readonly TextItem[], quarter: Quarter): PageLine | null {
  const parts: { text: string; left: number; right: number }[] = []
  let chars = 0
  let hasBlank = false
  let last: TextItem | null = null
  for (const item of [...items].sort((a, b) => a.x - b.x)) {
    const text = cleanText(item.text)
    if (text.trim() === '') {
      hasBlank ||= text !== ''
      continue
    }
    if (last && isDoubled(last, item)) continue
    chars += text.length + 1
    if (chars > pdfLimits.lineChars) throw new UnreadableFile('pdf_too_complex', 1)
    const part = parts.at(-1)
    const gap = part ? item.x - part.right : 0
    if (!part || gap > columnGap * item.fontSize)
      parts.push({ text: text.trim(), left: item.x, right: item.x + item.length })
    else {
      const isApart = hasBlank || text.startsWith(' ') || gap > blankGap * item.fontSize
      part.text += `${isApart ? ' ' : ''}${text.trim()}`
      part.right = Math.max(part.right, item.x + item.length)
    }
    hasBlank = text.endsWith(' ')
    last = item
  }
  const [first] = parts
  if (!first) return null
  const right = Math.max(...parts.map(part => part.right))
  const text = parts.map(part => part.text).join(' ')
  const box = boundingBox(items, { left: first.left, right }, quarter)
  // Columns have a place on the page only where the text runs as the page does.
  if (quarter !== 0) return { text, parts: [{ text, left: box.left, width: box.width }], ...box }
  return {
    text,
    parts: parts.map(part => ({
      text: part.text,
      left: round(part.left),
      width: round(part.right - part.left),
    })),
    ...box,
  }
}

function boundingBox(
  items: readonly TextItem[],
  { left, right }: { left: number; right: number },
  quarter: Quarter,
): Rectangle {
  let top = Number.POSITIVE_INFINITY
  let bottom = Number.NEGATIVE_INFINITY
  for (const { y, fontSize } of items) {
    top = Math.min(top, y - 0.8 * fontSize)
    bottom = Math.max(bottom, y + 0.2 * fontSize)
  }
  const one = turn({ x: left, y: top }, inverse[quarter])
  const other = turn({ x: right, y: bottom }, inverse[quarter])
  return {
    left: round(Math.min(one.x, other.x)),
    top: round(Math.min(one.y, other.y)),
    width: round(Math.abs(one.x - other.x)),
    height: round(Math.abs(one.y - other.y)),
  }
}

const inverse: Readonly<Record<Quarter, Quarter>> = { 0: 0, 90: 270, 180: 180, 270: 90 }

/** Turns the page so that text of this direction runs from left to right. */
function turn({ x, y }: { x: number; y: number }, quarter: Quarter): { x: number; y: number } {
  if (quarter === 90) return { x: y, y: -x }
  if (quarter === 180) return { x: -x, y: -y }
  if (quarter === 270) return { x: -y, y: x }
  return { x, y }
}

function nearestQuarter(angle: number): Quarter {
  const quarters = [0, 90, 180, 270] as const
  return quarters[((Math.round(angle / 90) % 4) + 4) % 4] ?? 0
}

function isDoubled(a: TextItem, b: TextItem): boolean {
  const shift = doubledShift * b.fontSize
  return a.text === b.text && Math.abs(a.x - b.x) < shift && Math.abs(a.y - b.y) < shift
}

const isPrinted = ({ x, y, length, fontSize }: TextItem): boolean =>
  [x, y, length, fontSize].every(Number.isFinite) && fontSize > 0

/** Every sort of blank becomes a blank. Typefaces often print their hyphen as a soft one. */
function cleanText(text: string): string {
  return text
    .replace(/\u00ad/g, '-')
    .replace(/[\s\u200b\ufeff]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
}

const countChars = (items: readonly TextItem[]) => items.reduce((sum, { text }) => sum + text.length, 0)
const round = (points: number) => Math.round(points * 10) / 10
