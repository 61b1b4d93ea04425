import type { Line } from './document.ts'

export interface Security {
  readonly isin: string | null
  readonly wkn: string | null
  readonly ticker: string | null
  readonly name: string | null
  readonly line: number
}

const wknShape = /^(?=.*\d)[A-HJ-NP-Z0-9]{6}$/

/** All securities named, in order of place, each once. */
export function findSecurities(lines: readonly Line[]): Security[] {
  const found: Security[] = []
  const seen = new Set<string>()
  lines.forEach((line, at) => {
    for (const token of line.tokens) {
      if (token.type !== 'isin' || seen.has(token.value)) continue
      seen.add(token.value)
      found.push({
        isin: token.value,
        wkn: findWkn(lines, at),
        ticker: null,
        name: findName(lines, at),
        line: line.index,
      })
    }
  })
  if (found.length > 0) return found
  const byNumber = findByWkn(lines)
  return byNumber.length > 0 ? byNumber : findByCusip(lines)
}

/** The national number beside an ISIN: in brackets, or after its label. */
function findWkn(lines: readonly Line[], at: number): string | null {
  for (const line of [lines[at], lines[at - 1], lines[at + 1]]) {
    const labelled =
      /(?:WKN|WPKNR|Valor|Valoren-?(?:nr|nummer)|NKN)[.:]{0,2} {0,2}([A-Z0-9]{5,9})(?![A-Za-z0-9])/i.exec(
        line?.text ?? '',
      )
    if (labelled?.[1] && /\d/.test(labelled[1])) return labelled[1]
  }
  const pieces = lines[at]?.text.split(/[\s()/]+/) ?? []
  return pieces.find(piece => wknShape.test(piece) && /[A-Z]/.test(piece)) ?? null
}

/** A column of national numbers, the last of its header. */
const numberColumn = /(?:wertpapierkennnummer|wertpapierkenn nr|wkn|wpknr|valorennummer|valoren nr)$/

/** The number below the header of its column, at the end of the line. */
function numberBelow(lines: readonly Line[], at: number): Security | null {
  const below = lines[at + 1]
  if (!below || !numberColumn.test(lines[at]?.norm ?? '')) return null
  const [, name, wkn] = /^(.*\S) ([A-Z0-9]{6,9})$/.exec(below.text) ?? []
  return name && wkn && /\d/.test(wkn) ? { isin: null, wkn, ticker: null, name, line: below.index } : null
}

/** A security without an ISIN: a number labelled WKN or Valor. */
function findByWkn(lines: readonly Line[]): Security[] {
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    const listed = numberBelow(lines, at)
    if (listed) return [listed]
    const match =
      /(?:WKN|WPKNR|Valor(?:en)?(?:nummer|nr)?)[.:]{0,2} {0,2}([A-Z0-9]{5,9})(?![A-Za-z0-9])/.exec(
        line?.text ?? '',
      )
    if (line && match?.[1] && /\d/.test(match[1]))
      return [
        { isin: null, wkn: match[1], ticker: null, name: lines[at + 1]?.text ?? null, line: line.index },
      ]
  }
  return []
}

/** An American security: 'CUSIP: 037833100 Symbol: AAPL'. Each number once; several make the note uncertain. */
function findByCusip(lines: readonly Line[]): Security[] {
  const found = new Map<string, Security>()
  for (const [at, { text, index }] of lines.entries()) {
    const cusip = /CUSIP(?: (?:No|Number)[.]?)?[:#]? {0,2}([0-9A-Z]{9})(?![0-9A-Za-z])/i.exec(text)?.[1]
    if (cusip === undefined || !/\d{3}/.test(cusip)) continue
    const near = [text, lines[at + 1]?.text ?? '', lines[at - 1]?.text ?? ''].join(' ')
    const ticker = /(?:Symbol|Ticker)[:#]? {0,2}([A-Z][A-Z0-9.]{0,6})(?![A-Za-z0-9])/.exec(near)?.[1] ?? null
    found.set(cusip, { isin: null, wkn: cusip, ticker, name: findName(lines, at - 1), line: index })
  }
  return [...found.values()]
}

const labelOnly =
  /^(?:isin|wkn|valor|nkn|titel|wertpapier|bezeichnung|nominale|stk|stuck|st|kurs|instrument|name|fonds|security|code|valeur|action|etf)$/i

/** The name of a security: the words of its line, else those of the line before or after. */
export function findName(lines: readonly Line[], at: number): string | null {
  for (const near of [0, -1, 1]) {
    const line = lines[at + near]
    const words = line?.tokens
      .flatMap(token => (token.type === 'words' ? [token.text] : []))
      .join(' ')
      .split(/[\s:()]+/)
      .filter(word => word !== '' && !labelOnly.test(word) && !wknShape.test(word))
      .join(' ')
    if (words && /\p{L}{3}/u.test(words)) return words.slice(0, 120)
  }
  return null
}
