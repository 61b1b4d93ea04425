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
}

/** Line and text of a row. */
export interface Place {
  readonly line: number
  readonly raw: string
}

type Kept<T> = { -readonly [K in keyof T]: T[K] }

export interface Collector {
  /** Starts the next account of the file; without a call there is one unnamed account. */
  statement(facts: Partial<Omit<Statement, 'balances'>>): void
  balance(balance: Balance): void
  holding(holding: Omit<Holding, 'statement'>): void
  /** Adds a draft, keyed by the custodian's id or else by its content. */
  draft(place: Place, input: DraftInput, identity?: Identity | null): void
  /** Runs the reader of one row and records a RowProblem it throws. */
  row(place: Place, read: () => void, partial?: () => PartialDraft): void
  problem(place: Place, code: ProblemCode, details?: Details, partial?: PartialDraft | null): void
  cancellation(cancellation: Cancellation): void
  warning(line: number, code: ProblemCode, details?: Details): void
  skip(line: number, code: SkipCode, value?: string): void
  currentStatement(): Kept<Statement> & { balances: Balance[] }
  finish(): Reading
}

/** Collects the results of a format reader, assigns keys and enforces the row limit. */
export function collector(): Collector {
  const statements: (Kept<Statement> & { balances: Balance[] })[] = []
  const drafts: Draft[] = []
  const problems: Problem[] = []
  const cancellations: Cancellation[] = []
  const holdings: Holding[] = []
  const warnings: Warning[] = []
  const skipped: Skipped[] = []
  const nextKey = keyCounter()
  let rows = 0

  const countRow = (line: number): void => {
    rows += 1
    if (rows > limits.rows) throw new UnreadableFile('too_many_rows', line, { value: String(limits.rows) })
  }
  const currentStatement = () => {
    if (statements.length === 0) begin({})
    return statements[statements.length - 1] as Kept<Statement> & { balances: Balance[] }
  }
  const begin = (facts: Partial<Omit<Statement, 'balances'>>) => {
    statements.push({
      account: null,
      name: null,
      currency: null,
      startDate: null,
      endDate: null,
      ...facts,
      balances: [],
    })
  }
  const collect: Collector = {
    statement: begin,
    currentStatement,
    balance: balance => {
      currentStatement().balances.push(balance)
    },
    holding: holding => {
      countRow(holding.line)
      currentStatement()
      holdings.push({ ...holding, statement: statements.length - 1 })
    },
    draft: (place, input, identity) => {
      checkDraft(input)
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
      drafts.push({ ...keyless, key: nextKey(identity ?? contentIdentity(keyless, account)) })
    },
    row: (place, read, partial) => {
      try {
        read()
      } catch (error) {
        if (!(error instanceof RowProblem)) throw error
        collect.problem(place, error.code, error.details, partial?.() ?? null)
      }
    },
    problem: (place, code, details = {}, partial = null) => {
      countRow(place.line)
      currentStatement()
      problems.push({
        line: place.line,
        code,
        message: problemSentence(code, details),
        field: details.field ?? null,
        value: details.value?.slice(0, limits.rawChars) ?? null,
        raw: shortened(place.raw),
        key: nextKey({ kind: 'parts', parts: ['problem', place.raw.trim()] }),
        statement: statements.length - 1,
        draft: partial,
      })
    },
    cancellation: cancellation => {
      countRow(cancellation.line)
      cancellations.push({ ...cancellation, raw: shortened(cancellation.raw) })
    },
    warning: (line, code, details = {}) => {
      currentStatement()
      const message = problemSentence(code, details)
      if (warnings.length < 1000)
        warnings.push({ line, code, details, message, statement: statements.length - 1 })
    },
    skip: (line, code, value) => {
      countRow(line)
      currentStatement()
      const message = skipSentence(code, value ?? null)
      skipped.push({ line, code, value: value ?? null, message, statement: statements.length - 1 })
    },
    finish: () => {
      datePeriods(statements, drafts)
      completeCurrencies(drafts, holdings)
      problems.sort((a, b) => a.line - b.line)
      return { statements, drafts, problems, cancellations, holdings, warnings, skipped }
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
function completeCurrencies(drafts: Draft[], holdings: readonly Holding[]): void {
  const stated = new Map<string, Set<string>>()
  for (const { instrument } of [...drafts, ...holdings]) {
    if (!instrument || instrument.currency === null) continue
    const currencies = stated.get(securityKey(instrument)) ?? new Set()
    stated.set(securityKey(instrument), currencies.add(instrument.currency))
  }
  drafts.forEach((draft, index) => {
    const { instrument } = draft
    if (!instrument || instrument.currency !== null || draft.quantity !== null) return
    const [currency, ...others] = stated.get(securityKey(instrument)) ?? []
    if (currency !== undefined && others.length === 0)
      drafts[index] = { ...draft, instrument: { ...instrument, currency } }
  })
}

function shortened(raw: string): string {
  const bare = raw.trim()
  return bare.length > limits.rawChars ? `${bare.slice(0, limits.rawChars)}…` : bare
}
