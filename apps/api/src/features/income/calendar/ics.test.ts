import { describe, expect, it } from 'vitest'
import { escapeText, foldLine, printCalendar } from './ics.ts'

describe('a calendar file', () => {
  it('escapes separators and line breaks, and leaves out control characters', () => {
    expect(escapeText('a;b,c\\d\r\ne\u0007')).toBe(String.raw`a\;b\,c\\d\ne`)
  })

  it('folds lines at 75 octets without breaking a character', () => {
    const folded = foldLine(`SUMMARY:${'ü'.repeat(100)}`)
    const lines = folded.split('\r\n')
    expect(lines.length).toBeGreaterThan(2)
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(lines.map((line, place) => (place === 0 ? line : line.slice(1))).join('')).toBe(
      `SUMMARY:${'ü'.repeat(100)}`,
    )
    expect(foldLine('SHORT:x')).toBe('SHORT:x')
  })

  it('has one all-day entry for each payment, and no line break but CRLF', () => {
    const text = printCalendar({
      name: 'Income',
      asOf: '2026-11-18',
      entries: [{ uid: 'u1', date: '2026-12-31', summary: 'Coupons: A, B', description: 'x\ny' }],
    })
    expect(text.split('\r\n').some(line => /[\r\n]/.test(line))).toBe(false)
    expect(text).toContain(
      [
        'BEGIN:VEVENT',
        'UID:u1',
        'DTSTAMP:20261118T000000Z',
        'DTSTART;VALUE=DATE:20261231',
        'DTEND;VALUE=DATE:20270101',
        String.raw`SUMMARY:Coupons: A\, B`,
        String.raw`DESCRIPTION:x\ny`,
        'TRANSP:TRANSPARENT',
        'END:VEVENT',
      ].join('\r\n'),
    )
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  })
})
