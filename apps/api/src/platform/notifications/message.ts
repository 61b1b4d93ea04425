import type { DateFormat } from '@plumbline/contract'
import { formatAmount, formatDate, formatPercent, formatPrice, noFigure } from '@plumbline/contract/format'
import { fillText, type Language, type TextKey, textsIn } from '@plumbline/contract/texts'
import { runMessage } from '../jobs/run-texts.ts'
import type { MailKind } from '../mail/compose.ts'

/** Who reads a message. */
export interface Reader {
  language: Language
  dateFormat: DateFormat
  timeZone: string
}

interface Message {
  title: string
  text: string
}

interface EventFacts {
  about: 'event'
  event: string
  name: string
  date: string
  accounts: string[]
  money: { amount: number; currency: string }[]
  isEstimated: boolean
}

interface TargetFacts {
  about: 'target'
  direction: 'above' | 'below'
  name: string
  /** The target, in units of the close. */
  price: string
  close: string
  currency: string
  date: string
  note: string
}

interface MoveFacts {
  about: 'move'
  date: string
  currency: string
  relativity: 'abs' | 'rel'
  abs: number
  rel: number | null
  value: number | null
  /** Empty for all accounts. */
  accounts: string[]
  /** Positions valued at a price older than a week. */
  stale: number
  /** The figure that was known of this day before; null for the first announcement. */
  before: { abs: number; rel: number | null } | null
}

interface ReportFacts {
  about: 'report'
  name: string
  from: string
  to: string
}

interface SourceFacts {
  about: 'source'
  name: string
  message: string | null
  details: Record<string, unknown>
}

interface AccountFacts {
  about: 'account'
  mail: MailKind
  values: Record<string, string>
  /** An ISO moment. */
  at: string
}

/**
 * What a notification is about, as stored. The words are made when it is read, in the reader's language and formats, so
 * that an old message follows a change of the language.
 */
export type NotificationFacts =
  | EventFacts
  | TargetFacts
  | MoveFacts
  | ReportFacts
  | SourceFacts
  | AccountFacts

export function describeNotification(facts: NotificationFacts, reader: Reader): Message {
  switch (facts.about) {
    case 'event':
      return describeEvent(facts, reader)
    case 'target':
      return describeTarget(facts, reader)
    case 'move':
      return describeMove(facts, reader)
    case 'report':
      return describeReport(facts, reader)
    case 'source':
      return {
        title: translate(reader, 'notification_integration_title', { name: facts.name }),
        text: facts.message ?? runMessage(reader.language, facts.details, { showsHosts: false }) ?? '',
      }
    case 'account':
      return describeAccount(facts, reader)
  }
}

const subjects: ReadonlySet<unknown> = new Set<NotificationFacts['about']>([
  'event',
  'target',
  'move',
  'report',
  'source',
  'account',
])

/** The stored facts; null for a message that was stored as text, or by a newer server. */
export function readFacts({ facts }: { facts?: unknown }): NotificationFacts | null {
  const isKnown = typeof facts === 'object' && facts !== null && 'about' in facts && subjects.has(facts.about)
  // Written by this server or an older one, in the shape of its subject.
  return isKnown ? (facts as NotificationFacts) : null
}

function describeEvent(facts: EventFacts, reader: Reader): Message {
  const texts = textsIn(reader.language)
  const event = translate(reader, `event_type_${facts.event}`)
  const isPlural = facts.event === 'earnings'
  const money = facts.money.map(({ amount, currency }) => moneyText(reader, amount, currency)).join(' / ')
  const estimated = facts.isEstimated && money !== '' ? ` ${texts.notification_event_estimated}` : ''
  const where = translate(reader, 'notification_event_text', {
    name: facts.name,
    date: dateText(reader, facts.date),
  })
  return {
    title: translate(reader, isPlural ? 'notification_event_title_plural' : 'notification_event_title', {
      event,
    }),
    text: joinParts([where, `${money}${estimated}`, facts.accounts.join(', ')]),
  }
}

function describeTarget(facts: TargetFacts, reader: Reader): Message {
  return {
    title: translate(reader, `notification_target_${facts.direction}_title`, {
      name: facts.name,
      price: `${formatPrice(Number(facts.price), reader.language)} ${facts.currency}`,
    }),
    text: joinParts([
      translate(reader, 'notification_target_text', {
        date: dateText(reader, facts.date),
        close: `${formatPrice(Number(facts.close), reader.language)} ${facts.currency}`,
      }),
      facts.note,
    ]),
  }
}

function describeMove(facts: MoveFacts, reader: Reader): Message {
  const { currency, relativity, abs, rel, value, before } = facts
  const size =
    relativity === 'rel'
      ? formatPercent(Math.abs(rel ?? 0), reader.language, { sign: 'minus' })
      : moneyText(reader, Math.abs(abs), currency)
  const kind = abs < 0 ? 'loss' : 'gain'
  const signed = (each: { abs: number; rel: number | null }) =>
    `${moneyText(reader, each.abs, currency, 'always')} (${formatPercent(each.rel, reader.language)})`
  return {
    title: translate(reader, `notification_move_${kind}_${before === null ? 'title' : 'corrected'}`, {
      move: size,
    }),
    text: joinParts([
      translate(reader, 'notification_move_text', {
        date: dateText(reader, facts.date),
        pnl: signed({ abs, rel }),
      }),
      before === null ? '' : translate(reader, 'notification_move_before', { pnl: signed(before) }),
      translate(reader, 'notification_move_value', {
        value: value === null ? noFigure : moneyText(reader, value, currency),
      }),
      facts.accounts.join(', '),
      facts.stale === 0 ? '' : translate(reader, 'notification_move_stale', { count: String(facts.stale) }),
    ]),
  }
}

function describeReport(facts: ReportFacts, reader: Reader): Message {
  return {
    title: translate(reader, 'notification_report_title', { name: facts.name }),
    text: translate(reader, 'notification_report_text', {
      from: dateText(reader, facts.from),
      to: dateText(reader, facts.to),
    }),
  }
}

/** The same words as the mail about a change of credentials. */
function describeAccount(facts: AccountFacts, reader: Reader): Message {
  return {
    title: translate(reader, `mail_${facts.mail}_subject`),
    text: translate(reader, `mail_${facts.mail}_text`, {
      time: momentText(reader, facts.at),
      ...facts.values,
    }),
  }
}

export function dateText({ language, dateFormat }: Reader, date: string): string {
  return formatDate(date, dateFormat, language)
}

function momentText({ language, timeZone }: Reader, moment: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'long', timeZone })
  return format.format(new Date(moment))
}

/** With the decimals of its currency: yen have none. */
function moneyText(
  { language }: Reader,
  value: number,
  currency: string,
  sign: 'minus' | 'always' = 'minus',
): string {
  const { maximumFractionDigits: decimals = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return `${formatAmount(value, language, { sign, decimals })} ${currency}`
}

function joinParts(parts: readonly string[]): string {
  return parts.filter(part => part !== '').join(' · ')
}

function translate({ language }: Reader, key: string, values: Record<string, string> = {}): string {
  // Keys are built from lists of the contract; a stored word without a text is shown as it is.
  return fillText(textsIn(language)[key as TextKey] ?? key, values)
}
