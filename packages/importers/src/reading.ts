import { TRANSACTION_TYPE_RULES } from '@plumbline/engine'
import { findDifferences } from './arithmetic.ts'
import { checkDraft } from './check-draft.ts'
import {
  type Balance,
  type Draft,
  type DraftInput,
  type Holding,
  type InstrumentHint,
  noDetails,
  type PartialDraft,
  type Statement,
} from './draft.ts'
import { contentIdentity, type Identity, type Keyless, keyCounter } from './keys/keys.ts'
import { limits } from './limits.ts'
import {
  type Details,
  type Problem,
  type ProblemCode,
  problemSentence,
  RowProblem,
  type SkipCode,
  type Skipped,
  skipSentence,
  UnreadableFile,
  type Warning,
} from './problem.ts'
import { noRows, type Place, type RowCounts, rowOutcomes } from './row-outcomes.ts'

/** A transaction of an earlier statement that the custodian cancels, by the key it was posted under. */
export interface Cancellation {
  readonly line: number
  readonly key: string
  readonly raw: string
}

/** The content of a file, as a format reader returns it. */
export interface Reading {
  readonly statements: readonly Statement[]
  readonly drafts: readonly Draft[]
  readonly problems: readonly Problem[]
  readonly cancellations: readonly Cancellation[]
  readonly holdings: readonly Holding[]
  readonly warnings: readonly Warning[]
  readonly skipped: readonly Skipped[]
  /** Every row of the file, by what became of it. */
  readonly rows: RowCounts
}

type Kept<T> = { -readonly [K in keyof T]: T[K] }

/** What readers need to know beside the file. */
export interface ReadContext {
  /** Transactions after this day are problems: a date was misread or mistyped. */
  readonly latestDate?: string
  readonly isOwnExport?: boolean
}

/** Statements reach a few days ahead: orders of the weekend, value dates, other time zones. */
const daysAhead = 7

export function createContext({ today }: { today?: string }): ReadContext {
  if (today === undefined) return {}
  const latest = new Date(`${today}T00:00:00Z`)
  latest.setUTCDate(latest.getUTCDate() + daysAhead)
  return { latestDate: latest.toISOString().slice(0, 10) }
}

interface ProblemFacts {
  readonly code: ProblemCode
  readonly details: Details
  readonly partial: PartialDraft | null
  readonly statement: number
  /** Of a draft that became a problem: an earlier import may have posted it. */
  readonly key?: string
}

export interface Collector {
  /** Starts the next account of the file; without a call there is one unnamed account. */
  statement(facts: Partial<Omit<Statement, 'balances' | 'rows'>>): void
  balance(balance: Balance): void
  holding(place: Place, holding: Omit<Holding, 'line' | 'statement'>): void
  /** Adds a draft, keyed by the custodian's id or else by its content. */
  draft(place: Place, input: DraftInput, identity?: Identity | null): void
  /** Runs the reader of one row and records a RowProblem it throws. A row that it says nothing about is a problem. */
  row(place: Place, read: () => void, partial?: () => PartialDraft): void
  /** Runs the reader of a fact beside the rows, such as a balance, and records a RowProblem it throws. */
  fact(place: Place, read: () => void): void
  /** A row that is read together with another one, such as the second half of a conversion. */
  join(place: Place, other: Place): void
  problem(place: Place, code: ProblemCode, details?: Details, partial?: PartialDraft | null): void
  /** Takes back the transaction that was posted under a key. */
  cancellation(place: Place, key: string): void
  warning(line: number, code: ProblemCode, details?: Details): void
  skip(place: Place, code: SkipCode, value?: string): void
  currentStatement(): Kept<Statement> & { balances: Balance[] }
  finish(): Reading
}

/**
 * Collects the results of a format reader, assigns keys and enforces the row limit. Our own exports are taken as they
 * are: a person may have posted an amount that differs from quantity times price.
 */
export function collector({ latestDate, isOwnExport = false }: ReadContext = {}): Collector {
  const statements: (Kept<Statement> & { balances: Balance[] })[] = []
  let drafts: Draft[] = []
  const places = new Map<Draft, Place>()
  const problems: Problem[] = []
  const cancellations: Cancellation[] = []
  const holdings: Holding[] = []
  const warnings: Warning[] = []
  const skipped: Skipped[] = []
  const nextKey = keyCounter()
  const outcomes = rowOutcomes()
  let rows = 0

  const countRow = (line: number): void => {
    rows += 1
    if (rows > limits.rows) throw new UnreadableFile('too_many_rows', line, { value: String(limits.rows) })
  }
  const currentStatement = () => {
    if (statements.length === 0) begin({})
    return statements[statements.length - 1] as Kept<Statement> & { balances: Balance[] }
  }
  const begin = (facts: Partial<Omit<Statement, 'balances' | 'rows'>>) => {
    statements.push({
      account: null,
      name: null,
      currency: null,
      startDate: null,
      endDate: null,
      ...facts,
      balances: [],
      rows: noRows,
    })
  }
  const addProblem = (place: Place, { code, details, partial, statement, key }: ProblemFacts) => {
    outcomes.set(place, 'problem', statement)
    problems.push({
      line: place.line,
      code,
      message: problemSentence(code, details),
      field: details.field ?? null,
      value: details.value?.slice(0, limits.rawChars) ?? null,
      raw: shortened(place.raw),
      key: key ?? nextKey({ kind: 'parts', parts: ['problem', place.raw.trim()] }),
      statement,
      draft: partial,
    })
  }
  /** Turns drafts whose numbers disagree into problems, with the other drafts of their rows and events. */
  const rejectDifferences = () => {
    const differences = findDifferences(drafts)
    if (differences.size === 0) return
    const reasons = new Map<Place | string, string>()
    for (const [draft, { computed, stated }] of differences) {
      const place = places.get(draft)
      if (place) reasons.set(place, `${computed} ≠ ${stated}`)
      if (draft.link !== null) reasons.set(draft.link, `${computed} ≠ ${stated}`)
    }
    const rejected = new Set<Place>()
    drafts = drafts.filter(draft => {
      const place = places.get(draft)
      const value = place && (reasons.get(place) ?? reasons.get(draft.link ?? ''))
      if (!place || value === undefined) return true
      if (rejected.has(place)) return false
      rejected.add(place)
      const { line: _line, raw: _raw, statement, key, ...partial } = draft
      const details = { field: 'amount', value }
      addProblem(place, { code: 'amount_differs', details, partial, statement, key })
      return false
    })
  }
  const attempt = (place: Place, read: () => void, partial?: () => PartialDraft) => {
    try {
      read()
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      collect.problem(place, error.code, error.details, partial?.() ?? null)
    }
  }
  const collect: Collector = {
    statement: begin,
    currentStatement,
    balance: balance => {
      currentStatement().balances.push(balance)
    },
    holding: (place, holding) => {
      countRow(place.line)
      currentStatement()
      outcomes.set(place, 'holding', statements.length - 1)
      holdings.push({ line: place.line, ...holding, statement: statements.length - 1 })
    },
    draft: (place, input, identity) => {
      checkDraft(input)
      if (latestDate !== undefined && input.date > latestDate)
        throw new RowProblem('future_date', { field: 'date', value: input.date })
      countRow(place.line)
      const { account } = currentStatement()
      const keyless = {
        ...noDetails,
        ...input,
        line: place.line,
        raw: shortened(place.raw),
        statement: statements.length - 1,
        // `noDetails` supplies every field that the input may omit.
      } as Keyless
      outcomes.set(place, 'draft', statements.length - 1)
      const draft = { ...keyless, key: nextKey(identity ?? contentIdentity(keyless, account)) }
      drafts.push(draft)
      places.set(draft, place)
    },
    row: (place, read, partial) => {
      outcomes.see(place, Math.max(0, statements.length - 1))
      attempt(place, read, partial)
    },
    fact: attempt,
    join: outcomes.join,
    problem: (place, code, details = {}, partial = null) => {
      countRow(place.line)
      currentStatement()
      addProblem(place, { code, details, partial, statement: statements.length - 1 })
    },
    cancellation: (place, key) => {
      countRow(place.line)
      currentStatement()
      outcomes.set(place, 'cancellation', statements.length - 1)
      cancellations.push({ line: place.line, key, raw: shortened(place.raw) })
    },
    warning: (line, code, details = {}) => {
      currentStatement()
      const message = problemSentence(code, details)
      if (warnings.length < 1000)
        warnings.push({ line, code, details, message, statement: statements.length - 1 })
    },
    skip: (place, code, value) => {
      countRow(place.line)
      currentStatement()
      outcomes.set(place, 'skipped', statements.length - 1)
      const message = skipSentence(code, value ?? null)
      skipped.push({
        line: place.line,
        code,
        value: value ?? null,
        message,
        statement: statements.length - 1,
      })
    },
    finish: () => {
      for (const place of outcomes.listUnread()) collect.problem(place, 'not_read')
      const quoted = [...drafts, ...holdings]
      if (!isOwnExport) rejectDifferences()
      datePeriods(statements, drafts)
      completeCurrencies(drafts, quoted, !isOwnExport)
      problems.sort((a, b) => a.line - b.line)
      const { all: rows, byStatement } = outcomes.count()
      statements.forEach((statement, index) => {
        statement.rows = byStatement.get(index) ?? noRows
      })
      return { statements, drafts, problems, cancellations, holdings, warnings, skipped, rows }
    },
  }
  return collect
}

/** Statements without a stated period get the dates of their first and last transaction. */
function datePeriods(statements: readonly Kept<Statement>[], drafts: readonly Draft[]): void {
  const first = new Map<number, string>()
  const last = new Map<number, string>()
  for (const { statement, date } of drafts) {
    if (date < (first.get(statement) ?? '9')) first.set(statement, date)
    if (date > (last.get(statement) ?? '')) last.set(statement, date)
  }
  statements.forEach((statement, index) => {
    statement.startDate ??= first.get(index) ?? null
    statement.endDate ??= last.get(index) ?? null
  })
}

const securityKey = ({ isin, identifiers, symbol, name }: InstrumentHint): string =>
  isin ?? identifiers[0]?.value ?? symbol ?? name ?? ''

/**
 * A dividend, fee or tax may be paid in another currency than its security is quoted in. Its quotation currency is that
 * of the trades and holdings of the same security, if they agree.
 */
function completeCurrencies(
  drafts: Draft[],
  quoted: readonly (Draft | Holding)[],
  withQuantities: boolean,
): void {
  const stated = new Map<string, Set<string>>()
  for (const { instrument } of quoted) {
    if (!instrument || instrument.currency === null) continue
    const currencies = stated.get(securityKey(instrument)) ?? new Set()
    stated.set(securityKey(instrument), currencies.add(instrument.currency))
  }
  drafts.forEach((draft, index) => {
    const { instrument } = draft
    // A trade without a currency is in that of the account.
    const isOpen =
      draft.quantity === null || (withQuantities && TRANSACTION_TYPE_RULES[draft.type].statedAs !== 'trade')
    if (!instrument || instrument.currency !== null || !isOpen) return
    const [currency, ...others] = stated.get(securityKey(instrument)) ?? []
    if (currency !== undefined && others.length === 0)
      drafts[index] = { ...draft, instrument: { ...instrument, currency } }
  })
}

function shortened(raw: string): string {
  const bare = raw.trim()
  return bare.length > limits.rawChars ? `${bare.slice(0, limits.rawChars)}…` : bare
}
