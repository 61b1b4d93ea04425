import { type DateFormat, oncePerLanguage } from '@plumbline/contract'
import {
  formatAmount,
  formatDate,
  formatPercent,
  formatPrice,
  type NumberFormat,
  type NumberLocale,
  noFigure,
  numberLocale,
} from '@plumbline/contract/format'
import { fillText, type Language, type TextKey, textsIn } from '@plumbline/contract/texts'
import { describeReason } from '../jobs/delivery-texts.ts'
import { describeRun } from '../jobs/run-texts.ts'
import type {
  AccountFacts,
  BreachFacts,
  ClientTaskFacts,
  DeliveryFacts,
  EventFacts,
  MoveFacts,
  NotificationFacts,
  ReportFacts,
  TargetFacts,
  UndeliveredFacts,
  UnknownBreachFacts,
  UnknownMoveFacts,
  UnknownTargetFacts,
} from './notification-facts.ts'

/** Who reads a message. */
export interface Reader {
  language: Language
  dateFormat: DateFormat
  /** Null or absent follows the language. */
  numberFormat?: NumberFormat | null
  timeZone: string
}

interface Message {
  title: string
  text: string
}

export function describeNotification(facts: NotificationFacts, reader: Reader): Message {
  switch (facts.about) {
    case 'event':
      return describeEvent(facts, reader)
    case 'target':
      return describeTarget(facts, reader)
    case 'unknown_target':
      return describeUnknownTarget(facts, reader)
    case 'move':
      return describeMove(facts, reader)
    case 'unknown_move':
      return describeUnknownMove(facts, reader)
    case 'breach':
      return describeBreach(facts, reader)
    case 'unknown_breach':
      return describeUnknownBreach(facts, reader)
    case 'report':
      return describeReport(facts, reader)
    case 'client_task':
      return describeClientTask(facts, reader)
    case 'source':
      return {
        title: translate(reader, 'notification_integration_title', { name: facts.name }),
        text: describeRun({ status: null, ...facts }, { ...reader, showsHosts: false }) ?? '',
      }
    case 'delivery':
      return describeDelivery(facts, reader)
    case 'undelivered':
      return describeUndelivered(facts, reader)
    case 'account':
      return describeAccount(facts, reader)
  }
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
      price: `${formatPrice(Number(facts.price), readerLocale(reader))} ${facts.currency}`,
    }),
    text: joinParts([
      translate(reader, 'notification_target_text', {
        date: dateText(reader, facts.date),
        close: `${formatPrice(Number(facts.close), readerLocale(reader))} ${facts.currency}`,
      }),
      facts.note,
    ]),
  }
}

function describeUnknownTarget(facts: UnknownTargetFacts, reader: Reader): Message {
  const price = (value: string) => `${formatPrice(Number(value), readerLocale(reader))} ${facts.currency}`
  return {
    title: translate(reader, 'notification_target_unknown_title', { name: facts.name }),
    text: joinParts([
      translate(reader, 'notification_target_text', {
        date: dateText(reader, facts.date),
        close: price(facts.close),
      }),
      translate(reader, 'notification_target_unknown_text', { price: price(facts.price) }),
      translate(reader, 'notification_target_unknown_note'),
    ]),
  }
}

function describeMove(facts: MoveFacts, reader: Reader): Message {
  const { currency, relativity, abs, rel, value, before, staleRates = [] } = facts
  const size =
    relativity === 'rel'
      ? formatPercent(Math.abs(rel ?? 0), readerLocale(reader), { sign: 'minus' })
      : moneyText(reader, Math.abs(abs), currency)
  const kind = abs < 0 ? 'loss' : 'gain'
  const signed = (each: { abs: number; rel: number | null }) =>
    `${moneyText(reader, each.abs, currency, 'always')} (${formatPercent(each.rel, readerLocale(reader))})`
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
      staleRates.length === 0
        ? ''
        : translate(reader, 'notification_move_stale_rate', { names: staleRates.join(', ') }),
    ]),
  }
}

function describeUnknownMove({ date, missing, accounts }: UnknownMoveFacts, reader: Reader): Message {
  return {
    title: translate(reader, 'notification_move_unknown_title'),
    text: joinParts([
      translate(reader, 'notification_move_unknown_text', { date: dateText(reader, date) }),
      ...describeMissing(missing, reader),
      accounts.join(', '),
      translate(reader, 'notification_move_unknown_note'),
    ]),
  }
}

function describeMissing(missing: UnknownMoveFacts['missing'], reader: Reader): string[] {
  return missing.map(({ reason, names }) =>
    [translate(reader, `notification_move_${reason}`), names.join(', ')].filter(Boolean).join(': '),
  )
}

function describeUnknownBreach({ family, date, missing }: UnknownBreachFacts, reader: Reader): Message {
  return {
    title: translate(reader, 'notification_breach_unknown_title'),
    text: joinParts([
      family,
      translate(reader, 'notification_breach_unknown_text', { date: dateText(reader, date) }),
      ...describeMissing(missing, reader),
      translate(reader, 'notification_breach_unknown_note'),
    ]),
  }
}

function describeBreach(facts: BreachFacts, reader: Reader): Message {
  const percent = (share: number) => formatPercent(share, readerLocale(reader), { sign: 'minus' })
  return {
    title: translate(reader, `notification_breach_${facts.state}_title`, {
      bucket: nameBucket(facts, reader),
    }),
    text: joinParts([
      facts.family,
      facts.target,
      translate(reader, 'notification_breach_text', {
        weight: percent(facts.weight),
        date: dateText(reader, facts.date),
        target: percent(facts.wanted),
        min: percent(facts.min),
        max: percent(facts.max),
      }),
      translate(reader, 'notification_breach_drift', {
        points: formatAmount(facts.drift * 100, readerLocale(reader), { sign: 'always', decimals: 2 }),
        money: moneyText(reader, facts.money, facts.currency, 'always'),
      }),
    ]),
  }
}

const regions = oncePerLanguage((language: Language) => new Intl.DisplayNames(language, { type: 'region' }))

/** The bucket in the language of the reader; securities, accounts and strategies have names of their own. */
function nameBucket({ bucket, dimension, key }: BreachFacts, { language }: Reader): string {
  if (dimension === undefined || key === undefined) return bucket
  const texts: Record<string, string> = textsIn(language)
  if (key === 'none') return texts.group_none ?? bucket
  if (dimension === 'country') return regions(language).of(key) ?? bucket
  if (dimension === 'position') return key === 'cash' ? (texts.instrument_type_cash ?? bucket) : bucket
  return texts[`${dimension}_${key}`] ?? bucket
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

function describeClientTask(facts: ClientTaskFacts, reader: Reader): Message {
  const due = facts.due === null ? '' : dateText(reader, facts.due)
  return {
    title: translate(reader, `notification_client_task_${facts.reason}`, { by: facts.by }),
    text: joinParts([
      facts.text,
      due === '' ? '' : translate(reader, 'notification_client_task_date', { date: due }),
    ]),
  }
}

function describeDelivery({ file, custodian, reason }: DeliveryFacts, reader: Reader): Message {
  return {
    title: translate(reader, 'notification_delivery_title', { file, custodian }),
    text: describeReason(reason, custodian, reader.language),
  }
}

/** The same words as the mail about a change of credentials. */
function describeUndelivered({ address, subject, code }: UndeliveredFacts, reader: Reader): Message {
  return {
    title: translate(reader, 'mail_undelivered_title', { address }),
    text:
      code === null
        ? translate(reader, 'mail_undelivered_given_up', { subject })
        : translate(reader, 'mail_undelivered_rejected', { subject, code }),
  }
}

function describeAccount(facts: AccountFacts, reader: Reader): Message {
  return {
    title: translate(reader, `mail_${facts.mail}_subject`),
    text: translate(reader, `mail_${facts.mail}_text`, {
      time: momentText(reader, facts.at),
      ...facts.values,
    }),
  }
}

function readerLocale({ language, numberFormat }: Reader): NumberLocale {
  return numberLocale(language, numberFormat)
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
  reader: Reader,
  value: number,
  currency: string,
  sign: 'minus' | 'always' = 'minus',
): string {
  const { maximumFractionDigits: decimals = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return `${formatAmount(value, readerLocale(reader), { sign, decimals })} ${currency}`
}

function joinParts(parts: readonly string[]): string {
  return parts.filter(part => part !== '').join(' · ')
}

function translate({ language }: Reader, key: string, values: Record<string, string> = {}): string {
  // Keys are built from lists of the contract; a stored word without a text is shown as it is.
  return fillText(textsIn(language)[key as TextKey] ?? key, values)
}
