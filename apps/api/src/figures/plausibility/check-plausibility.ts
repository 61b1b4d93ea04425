import { maxNavChange, type PlausibilityQuestion } from '@plumbline/contract'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { DraftTransactions } from '../../snapshots/family-facts.ts'
import {
  type EntryContext,
  type PlausibilityFacts,
  plausibilityQuery,
  type StatedFacts,
} from './plausibility.query.ts'
import { askAbout, type Question, requireConfirmation } from './questions.ts'

/** One entry of a write, and the fields of the request that questions about it name. */
export interface StatedEntry {
  facts: StatedFacts
  /** Without a field nothing is asked: it is as it was. */
  fields: { date?: string; price?: string }
}

export interface PlannedWrite {
  familyId: string
  entries: readonly StatedEntry[]
  /** The ledger after the write. */
  draft: DraftTransactions
  /** The field that a question about the net asset value names. */
  valueField: string | undefined
  /** Whether it only adds entries, so that their amounts limit its effect. */
  isAddition: boolean
}

/** What entries are asked about. */
const entryQuestions = ['nav_change', 'before_first_day', 'unusual_price'] as const

export type CheckPlausibility = ReturnType<typeof createPlausibilityCheck>

/**
 * Checks a write before it is saved: changes of the net asset value by more than a fifth, dates before the first day of
 * the account or instrument, and prices far from the last one. Throws what the caller has not confirmed.
 */
export function createPlausibilityCheck(portfolio: PortfolioService) {
  return async (
    user: CurrentUser,
    write: PlannedWrite,
    confirm: readonly PlausibilityQuestion[] = [],
  ): Promise<void> => {
    const isConfirmed = entryQuestions.every(code => confirm.includes(code))
    if (write.draft.length === 0 || isConfirmed) return
    const readFacts = (draft?: DraftTransactions) =>
      portfolio.run(plausibilityQuery, {
        user,
        body: { settings: {}, filters: {}, family: write.familyId },
        readInput: async () => write.entries.map(({ facts }) => facts),
        ...(draft ? { draft } : {}),
      })
    const before = await readFacts()
    const after = isWithinReach(write, before) ? before : await unlessOverloaded(() => readFacts(write.draft))
    const questions = [
      ...askAboutValue(before, after, write.valueField),
      ...write.entries.flatMap((entry, place) => {
        const known = before.entries[place]
        if (!known) return []
        return [
          ...askAboutAge(entry, known, before.today),
          ...askAboutEntry(entry, known, after?.entries[place] ?? known),
        ]
      }),
    ]
    requireConfirmation(user, questions, confirm)
  }
}

/** Whether the amounts of the entries are too small to change the net asset value by much: no draft is needed. */
function isWithinReach({ isAddition, entries }: PlannedWrite, before: PlausibilityFacts): boolean {
  if (!isAddition || before.nav === null) return false
  const isKnown = ({ instrument }: EntryContext, place: number) =>
    instrument !== null || entries[place]?.facts.instrument_id === null
  if (!before.entries.every(isKnown)) return false
  const reach = before.entries.reduce((sum, entry) => sum + (entry.reach ?? Number.POSITIVE_INFINITY), 0)
  return before.nav === 0 || reach <= Math.abs(before.nav) * maxNavChange
}

/** The draft of a very large ledger may take too long: the effect is then unknown, which is a question too. */
async function unlessOverloaded<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.code === 'overloaded') return null
    throw error
  }
}

function askAboutValue(
  { nav, currency }: PlausibilityFacts,
  after: PlausibilityFacts | null,
  field: string | undefined,
): Question[] {
  if (nav === null || nav === 0) return []
  const isSmall =
    after !== null && after.nav !== null && Math.abs(after.nav - nav) <= Math.abs(nav) * maxNavChange
  if (isSmall) return []
  return [askAbout('nav_change', { field, before: nav, after: after?.nav ?? null, currency })]
}

/** The first entry of a family has nothing to compare its date with, so one of decades ago is asked about. */
const longAgoYears = 20

function askAboutAge({ facts, fields }: StatedEntry, { account }: EntryContext, today: string): Question[] {
  if (!fields.date || account.firstDay !== null) return []
  const longAgo = `${Number(today.slice(0, 4)) - longAgoYears}${today.slice(4)}`
  return facts.date < longAgo
    ? [askAbout('before_first_day', { field: fields.date, before: null, after: facts.date })]
    : []
}

/** `known` is the ledger as it is; only the one with the entry has an instrument that nobody held so far. */
function askAboutEntry(
  { facts, fields }: StatedEntry,
  known: EntryContext,
  drafted: EntryContext,
): Question[] {
  const places = [known.account, findFirstDay(known) ?? findFirstDay({ ...drafted, isDraft: true })]
  const dates = places.flatMap((place): Question[] =>
    fields.date && place?.firstDay && facts.date < place.firstDay
      ? [
          askAbout('before_first_day', {
            field: fields.date,
            name: place.name,
            before: place.firstDay,
            after: facts.date,
          }),
        ]
      : [],
  )
  const { unusualPrice: price, instrument } = drafted
  if (!fields.price || !price || !instrument) return dates
  const { name, currency } = instrument
  const { last: before, stated: after } = price
  return [...dates, askAbout('unusual_price', { field: fields.price, name, before, after, currency })]
}

/** The first day that an instrument was held or priced. A draft holds it on the day that is in question. */
function findFirstDay({
  instrument,
  isDraft = false,
}: Pick<EntryContext, 'instrument'> & { isDraft?: boolean }) {
  if (!instrument) return null
  const { name, firstHeld, firstQuote } = instrument
  const [firstDay = null] = [isDraft ? null : firstHeld, firstQuote].filter(day => day !== null).sort()
  return { name, firstDay }
}
