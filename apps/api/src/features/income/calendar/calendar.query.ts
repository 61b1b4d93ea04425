import { createHash } from 'node:crypto'
import { formatAmount } from '@plumbline/contract/format'
import { type Language, textsIn } from '@plumbline/contract/texts'
import {
  computeIncome,
  type IncomePayment,
  isIncomeKind,
  type PaymentKind,
  toIsoDate,
} from '@plumbline/engine'
import { accountReference } from '../../../figures/position-rows.ts'
import { calendarFacts, findUpcomingEvents } from '../../../figures/upcoming-events.ts'
import { defineQuery, type Portfolio } from '../../../queries/query.ts'
import { readScope } from '../../../queries/query-scope.ts'
import { wirePayment } from '../income-rows.ts'
import type { CalendarEntry, CalendarFile } from './ics.ts'

/** What a subscription shows. */
export interface CalendarOptions {
  payments: boolean
  ex_dates: boolean
  maturities: boolean
  amounts: boolean
}

/** The calendar of a subscription; null if its owner may see no account. */
export const calendarQuery = defineQuery(
  'incomeCalendar',
  (portfolio, options: CalendarOptions, filter): CalendarFile | null => {
    const scope = readScope(portfolio, filter)
    if (scope.mask.size === 0) return null
    const { snapshot, view } = portfolio
    const { pending, expected, expectedPeriod } = computeIncome(snapshot, portfolio.viewsIn(scope.currency), {
      asOf: view.today,
      mask: scope.mask,
      filter: scope.filter,
      facts: calendarFacts(portfolio),
    })
    const isWanted = ({ kind }: IncomePayment) =>
      isIncomeKind(kind) ? options.payments : kind === 'maturity' && options.maturities
    const payments = [...pending, ...expected].filter(isWanted)
    const range = { from: view.today, to: expectedPeriod.to }
    return {
      // A calendar program lists it beside others, so it says whose income it is.
      name: [textsIn(view.language).income_calendar_name, view.family?.name].filter(Boolean).join(', '),
      asOf: toIsoDate(view.asOf),
      entries: withUniqueIds([
        ...payments.map(payment => describePayment(portfolio, payment, options.amounts)),
        ...(options.ex_dates ? describeExDates(portfolio, scope, range) : []),
      ]),
    }
  },
)

/** The id of an entry: the same for the same payment, and telling nothing about it. */
function entryId(...parts: readonly (string | number)[]): string {
  return `${createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 32)}@plumbline`
}

/** Numbers entries that are alike in everything, such as two payments of a day. */
function withUniqueIds(entries: readonly CalendarEntry[]): CalendarEntry[] {
  const counts = new Map<string, number>()
  return entries.map(entry => {
    const count = counts.get(entry.uid) ?? 0
    counts.set(entry.uid, count + 1)
    return count === 0 ? entry : { ...entry, uid: `${count + 1}-${entry.uid}` }
  })
}

function kindText(kind: PaymentKind, language: Language): string {
  return textsIn(language)[`income_kind_${kind}`]
}

function describePayment(portfolio: Portfolio, payment: IncomePayment, showsAmounts: boolean): CalendarEntry {
  const { language } = portfolio.view
  const texts = textsIn(language)
  const row = wirePayment(portfolio, payment, 'expected')
  const amount = `${row.currency} ${formatAmount(row.original_amount, language, { currency: row.currency })}`
  const certainty = row.certainty === null ? '' : texts[`income_certainty_${row.certainty}`]
  return {
    uid: entryId(row.position_id, row.kind, row.date, row.currency),
    date: row.date,
    summary: [`${kindText(row.kind, language)}: ${row.name}`, ...(showsAmounts ? [amount] : [])].join(', '),
    description: [row.account.name, certainty].join(', '),
  }
}

function describeExDates(
  portfolio: Portfolio,
  { mask, filter }: ReturnType<typeof readScope>,
  range: { from: number; to: number },
): CalendarEntry[] {
  const { snapshot, view } = portfolio
  const names = new Map(snapshot.instruments.map(({ id, name }) => [id, name]))
  return findUpcomingEvents(portfolio, mask, filter, range)
    .filter(({ type }) => type === 'ex_dividend')
    .map(event => ({
      uid: entryId(event.position, event.type, event.day),
      date: toIsoDate(event.day),
      summary: `${textsIn(view.language).event_type_ex_dividend}: ${names.get(event.instrument) ?? ''}`,
      description: accountReference(portfolio, event.account).name,
    }))
}
