import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, readCsvLine, toCsv } from './csv.ts'

/** Parses one record according to RFC 4180. */
function parseRecord(record: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (let at = 0; at < record.length; at += 1) {
    const letter = record[at] ?? ''
    const last = cells.length - 1
    if (letter === '"' && isQuoted && record[at + 1] === '"') {
      cells[last] += letter
      at += 1
    } else if (letter === '"') isQuoted = !isQuoted
    else if (letter === ',' && !isQuoted) cells.push('')
    else cells[last] += letter
  }
  return cells
}

/** A formula sign, also full-width, also after characters that a spreadsheet ignores. */
const startsFormula = /^(?:[\t\r\0]|[\s\p{C}]*[=+\-@＝＋－＠])/u
const needsGuard = /^'*(?:[\t\r\0]|[\s\p{C}]*[=+\-@＝＋－＠])/u
const hostile = fc
  .tuple(
    fc.constantFrom(
      ...['=', '+', '-', '@', '\t', '\r', '\0', '=cmd|', '=HYPERLINK(', "'=", '"=', ',=', ' '],
      ...['＝', '＋', '－', '＠', ' =', '\n+', '\u00a0－', '\u200b@', '\u0001＝', "'＝", "''+"],
    ),
    fc.string(),
  )
  .map(([start, rest]) => start + rest)

const guarded = (text: string) => (needsGuard.test(text) ? `'${text}` : text)

describe('a text cell', () => {
  it('is never a formula', () => {
    fc.assert(
      fc.property(hostile, text => {
        const [cell = ''] = parseRecord(`${csvCell(text)},x`)
        expect(startsFormula.test(cell)).toBe(false)
        // The guard is the only change, so it can be removed again.
        expect(cell).toBe(guarded(text))
      }),
      { numRuns: 5_000 },
    )
  })

  it.each(['=1', '＝1', '＋1', '－1', '＠SUM', ' ＝1', '\u00a0-1', '\u200b＠x', "'=1", "'it", 'plain'])(
    'reads back as %j without its guard',
    text => {
      expect(readCsvLine(csvCell(text), ',')).toEqual([text])
      expect(startsFormula.test(csvCell(text))).toBe(false)
    },
  )

  it('stays in its cell for any content', () => {
    fc.assert(
      fc.property(hostile, fc.string(), (first, second) => {
        const csv = toCsv<[string, string]>({ a: row => row[0], b: row => row[1] }, [[first, second]])
        const body = csv.slice(csv.indexOf('\r\n') + 2, -2)
        expect(parseRecord(body)).toEqual([first, second].map(guarded))
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a number cell', () => {
  it('stays a number, also when negative', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => {
        expect(Number(csvCell(value))).toBe(value === 0 ? 0 : value)
      }),
    )
    expect([csvCell(-1.5), csvCell(0), csvCell(null), csvCell(true)]).toEqual(['-1.5', '0', '', 'true'])
  })
})
