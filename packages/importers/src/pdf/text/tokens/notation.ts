import type { CleanLine } from './clean-lines.ts'
import type { Notation } from './tokens.ts'

/** Numbers that show the decimal mark: thousands and decimals, or two decimals. Dates have two dots. */
const comma = /(?<![\d.,])\d{1,3}(?:[.' ’]\d{3})*,\d{2}(?![\d.,])/g
const dot = /(?<![\d.,])\d{1,3}(?:[,'’]\d{3})*\.\d{2}(?![\d.,])/g

/** Decides by majority how the document writes numbers and dates. */
export function decideNotation(lines: readonly CleanLine[]): Notation {
  let commas = 0
  let dots = 0
  let blankGroups = 0
  let dotGroups = 0
  let pointGroups = 0
  let otherGroups = 0
  for (const { text } of lines) {
    commas += text.match(comma)?.length ?? 0
    dots += text.match(dot)?.length ?? 0
    blankGroups +=
      text.match(/(?<![\d.,])\d{1,3} \d{3},\d{2}(?!\d) ?(?:[A-Z]{3}(?![A-Za-z])|€|zł|Kč|Ft|kr)/g)?.length ?? 0
    pointGroups += text.match(/(?<![\d.,'’])\d{1,3} \d{3}\.\d{2,3}(?!\d)/g)?.length ?? 0
    otherGroups += text.match(/\d['’,]\d{3}\.\d/g)?.length ?? 0
    dotGroups += text.match(/(?<![\d.,])\d{1,3}\.\d{3},\d{2}(?!\d)/g)?.length ?? 0
  }
  return {
    mark: commas >= dots ? ',' : '.',
    hasBlankGroups:
      commas >= dots ? blankGroups > 0 && dotGroups === 0 : pointGroups > 1 && otherGroups === 0,
    dateOrder: isMonthFirst(lines) ? 'mdy' : 'dmy',
    dollar: findDollar(lines),
    crown: findCrown(lines),
  }
}

const dollars =
  /(?<![A-Za-z])(?:(USD|US\$)|(AUD|AU?\$|ASX|ABN)|(CAD|CA?\$|CIRO|CIPF|TSX)|(NZD|NZ\$)|(SGD|S\$)|(HKD|HK\$))(?![A-Za-z])/g
const dollarCodes = ['USD', 'AUD', 'CAD', 'NZD', 'SGD', 'HKD']

/** The dollar that a document names, or whose country it is of; the American one where it names none. */
function findDollar(lines: readonly CleanLine[]): string | null {
  const named = new Set<string>()
  for (const { text } of lines)
    for (const [, ...groups] of text.matchAll(dollars))
      named.add(dollarCodes[groups.findIndex(group => group !== undefined)] ?? 'USD')
  return named.size > 1 ? null : ([...named][0] ?? 'USD')
}

/** American dates (4/21/2023) show in a second part above 12; none may have it in the first. */
function isMonthFirst(lines: readonly CleanLine[]): boolean {
  let isFound = false
  for (const { text } of lines) {
    for (const match of text.matchAll(/(?<![\d/])(\d{1,2})\/(\d{1,2})\/\d{4}(?!\d)/g)) {
      if (Number(match[1]) > 12) return false
      isFound ||= Number(match[2]) > 12
    }
  }
  return isFound
}

/** The one crown that a document names by its code. */
function findCrown(lines: readonly CleanLine[]): string | null {
  const named = new Set(
    lines.flatMap(({ text }) => text.match(/(?<![A-Za-z])(?:SEK|NOK|DKK|ISK)(?![A-Za-z])/g) ?? []),
  )
  return named.size === 1 ? ([...named][0] ?? null) : null
}
