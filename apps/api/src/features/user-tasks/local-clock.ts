import { dayIn } from '@plumbline/contract/format'
import { type Day, parseDay } from '@plumbline/engine'

/** Reports and reminders of a day start at this hour of the user's clock. */
export const morningHour = 6

export interface LocalClock {
  today: Day
  /** The last day whose morning has begun: yesterday until the morning. */
  morning: Day
}

export function readClock(now: string, timeZone: string | null): LocalClock {
  const today = parseDay(dayIn(new Date(now), timeZone ?? 'UTC'))
  return { today, morning: Date.parse(now) >= momentIn(today, morningHour, timeZone) ? today : today - 1 }
}

/** The moment when the clock of a time zone shows this hour of a day; an hour that the clock skips counts as the next. */
export function momentIn(day: Day, hour: number, timeZone: string | null): number {
  const wanted = day * dayMs + hour * hourMs
  // The offset may change between the guess and the moment, so it is measured again there.
  const guess = wanted - offsetAt(wanted, timeZone)
  return wanted - offsetAt(guess, timeZone)
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How far the clock of a time zone is ahead of UTC. */
function offsetAt(moment: number, timeZone: string | null): number {
  const parts = Object.fromEntries(
    findFormat(timeZone ?? 'UTC')
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  )
  const { year, month, day, hour, minute, second } = parts
  const local = parseDay(`${year}-${month}-${day}`) * dayMs + Number(hour) * hourMs
  return local + Number(minute) * 60_000 + Number(second) * 1000 - Math.floor(moment / 1000) * 1000
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached, since creating a format is slow. An unknown zone counts as UTC, as in `dayIn`. */
function findFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const create = (zone: string) =>
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  let format: Intl.DateTimeFormat
  try {
    format = create(timeZone)
  } catch {
    format = create('UTC')
  }
  if (formats.size < maxFormats) formats.set(timeZone, format)
  return format
}

const maxFormats = 600
