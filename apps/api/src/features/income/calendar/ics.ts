/** An all-day entry of a calendar. */
export interface CalendarEntry {
  /** Stable as long as the entry is the same, and unique in the calendar. */
  uid: string
  /** ISO date. */
  date: string
  summary: string
  description: string
}

export interface CalendarFile {
  name: string
  /** The day of the data, which stamps the entries: the same data give the same file. */
  asOf: string
  entries: readonly CalendarEntry[]
}

const maxLineOctets = 75

/** Text of RFC 5545: separators are escaped, line breaks written as \n, and control characters left out. */
export function escapeText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\\;,]/g, found => `\\${found}`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '')
}

/** Folds a line into lines of at most 75 octets, each but the first with a space before it. Characters stay whole. */
export function foldLine(line: string): string {
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > maxLineOctets) {
      lines.push(current)
      current = ' '
      octets = 1
    }
    current += character
    octets += size
  }
  return [...lines, current].join('\r\n')
}

const toDate = (isoDate: string): string => isoDate.replaceAll('-', '')

function nextDay(isoDate: string): string {
  return new Date(Date.parse(isoDate) + 86_400_000).toISOString().slice(0, 10)
}

/** A calendar as iCalendar, RFC 5545: all-day entries that take no time of the reader. */
export function printCalendar({ name, asOf, entries }: CalendarFile): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Plumbline//Income//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    ...entries.flatMap(({ uid, date, summary, description }) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `DTSTAMP:${toDate(asOf)}T000000Z`,
      `DTSTART;VALUE=DATE:${toDate(date)}`,
      `DTEND;VALUE=DATE:${toDate(nextDay(date))}`,
      `SUMMARY:${escapeText(summary)}`,
      `DESCRIPTION:${escapeText(description)}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}
