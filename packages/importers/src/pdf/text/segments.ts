import type { BankProfile } from '../profiles/profile.ts'
import { findTitles, type Title, type Titles } from './classify.ts'
import type { Line } from './document.ts'
import { normalize } from './labels.ts'
import { compileTemplate, fitsTemplate } from './templates.ts'

function contains(line: Line, words: readonly string[]): boolean {
  const text = ` ${line.norm} `
  const dense = line.isSqueezed ? line.norm.replace(/ /g, '') : ''
  return words.some(
    word => text.includes(` ${word} `) || (line.isSqueezed && dense.includes(word.replace(/ /g, ''))),
  )
}

/** Leaves out the lines that a profile names. */
export function withoutIgnored(lines: readonly Line[], profile: BankProfile | null): Line[] {
  const ignored = (profile?.ignoreLines ?? []).map(normalize)
  return ignored.length === 0 ? [...lines] : lines.filter(line => !contains(line, ignored))
}

/** Splits a file into its notes: by the words of a profile, else by titles. */
export function splitNotes(lines: readonly Line[], profile: BankProfile | null, titles: Titles): Line[][] {
  const notes = profile?.starts ? splitByStarts(lines, profile.starts) : splitByTitles(lines, titles)
  const ends = (profile?.ends ?? []).map(normalize)
  return ends.length === 0 ? notes : notes.map(note => cutAt(note, ends))
}

/** A start is words, or a template. What stands before the first line of a template belongs to the first note. */
function splitByStarts(lines: readonly Line[], starts: readonly string[]): Line[][] {
  const templates = starts.filter(start => start.includes('{')).map(compileTemplate)
  const words = starts.filter(start => !start.includes('{')).map(normalize)
  const fits = (line: Line) => templates.some(template => fitsTemplate(line, template))
  let current: string | null = null
  return splitAt(lines, line => {
    if (!fits(line)) return contains(line, words)
    // The next page repeats the line.
    const isNew = current !== null && current !== line.text
    current = line.text
    return isNew
  })
}

function splitAt(lines: readonly Line[], isStart: (line: Line, at: number) => boolean): Line[][] {
  const notes: Line[][] = [[]]
  for (const [at, line] of lines.entries()) {
    if (isStart(line, at)) notes.push([])
    notes.at(-1)?.push(line)
  }
  return notes.filter(note => note.length > 0)
}

function cutAt(note: Line[], ends: readonly string[]): Line[] {
  const end = note.findIndex(line => contains(line, ends))
  return end < 0 ? note : note.slice(0, end)
}

const noteKinds = new Set(['purchase', 'sale', 'dividend', 'taxNote', 'inboundDelivery', 'outboundDelivery'])

/** A single word is a title if it has the line to itself. */
const isShort = (line: Line | undefined): boolean => line !== undefined && line.norm.split(' ', 4).length <= 3

/** Titles of this weight begin a note. */
const minWeight = 4

/**
 * A title begins a new note if the note before is complete, that is, names its security, and if it speaks of another
 * security or of another kind. A title that is repeated on the next page does not.
 */
function splitByTitles(lines: readonly Line[], titles: Titles): Line[][] {
  const found = findTitles(lines, titles).filter(
    ({ kind, weight, words, line }) =>
      weight >= minWeight && noteKinds.has(kind) && (words.includes(' ') || isShort(lines[line])),
  )
  const starts = new Set<number>()
  let current: Title | null = null
  found.forEach((title, at) => {
    const next = found[at + 1]?.line ?? lines.length
    const ahead = securitiesIn(lines.slice(title.line, next))
    if (current === null) {
      current = title
      return
    }
    const behind = securitiesIn(lines.slice(current.line, title.line))
    const isOther = title.kind !== current.kind || ahead.some(isin => !behind.includes(isin))
    if (behind.length > 0 && ahead.length > 0 && isOther) {
      starts.add(title.line)
      current = title
    }
  })
  if (starts.size > 0) return splitAt(lines, (_, at) => starts.has(at))
  const rows = rowStarts(lines, titles)
  const parts = splitAt(lines, (_, at) => rows.has(at))
  // The head of a list names all sorts of orders.
  return rows.size > 1 && securitiesIn(parts[0] ?? []).length === 0 ? parts.slice(1) : parts
}

const tradeKinds = new Set(['purchase', 'sale', 'dividend'])

/**
 * Settlements of several orders: each begins with a line like 'Nr. 12/1 Verkauf MUSTER WERKE (DE0007164600)'.
 */
function rowStarts(lines: readonly Line[], titles: Titles): Set<number> {
  const hasIsin = (line: Line | undefined) => line?.tokens.some(({ type }) => type === 'isin') ?? false
  const rows = findTitles(lines, titles)
    .filter(
      ({ kind, line }) =>
        tradeKinds.has(kind) &&
        (hasIsin(lines[line]) || (hasIsin(lines[line + 1]) && /\d/.test(lines[line]?.text ?? ''))),
    )
    // The next page repeats the line.
    .filter(({ line }, at, all) => lines[line]?.text !== lines[all[at - 1]?.line ?? -1]?.text)
  const first = lines[rows[0]?.line ?? -1]
  const isAlike = rows.every(
    ({ line }) => lines[line]?.norm.split(' ', 1)[0] === first?.norm.split(' ', 1)[0],
  )
  const isins = new Set(rows.flatMap(({ line }) => securitiesIn(lines.slice(line, line + 2))))
  return new Set(rows.length > 1 && isAlike && isins.size > 1 ? rows.map(({ line }) => line) : [])
}

function securitiesIn(lines: readonly Line[]): string[] {
  return lines.flatMap(line => line.tokens.flatMap(token => (token.type === 'isin' ? [token.value] : [])))
}
