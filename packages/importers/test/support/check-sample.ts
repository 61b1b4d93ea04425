import { CONTRACT_TYPES } from '@plumbline/engine'
import type { Draft, FileReading, Reading } from '../../src/index.ts'
import { countRows } from './count-rows.ts'

export interface SampleCheck {
  readonly state: FileReading['state']
  readonly format: string
  readonly rows: number
  readonly drafts: number
  readonly problems: number
  readonly skipped: number
  readonly holdings: number
  readonly warnings: number
  /** Drafts whose quantity, price and costs could be compared with their amount. */
  readonly compared: number
  /** Statements whose balances could be compared with their entries. */
  readonly balances: number
  /** The reason of a refusal. */
  readonly refusal: string | null
  readonly failures: readonly string[]
}

/**
 * Checks one reading against the text of its file: every row is accounted for, quantity times price and costs give the
 * amount of each draft, and opening balance and entries give the closing balance.
 */
export function checkSample(text: string, reading: FileReading): SampleCheck {
  const none = {
    rows: 0,
    drafts: 0,
    problems: 0,
    skipped: 0,
    holdings: 0,
    warnings: 0,
    compared: 0,
    balances: 0,
  }
  if (reading.state === 'unreadable') {
    const { state, message, format } = reading
    const failures = message.trim() === '' ? ['refused without a reason'] : []
    return { ...none, state, format: format ?? '-', refusal: message, failures }
  }
  if (reading.state === 'needs_columns')
    return { ...none, state: reading.state, format: 'csv', refusal: null, failures: [] }
  const { rows, drafts, warnings } = reading.reading
  const compared = drafts.map(differenceInPercent).filter(share => share !== null)
  const balances = checkBalances(reading.reading)
  const failures = [
    ...checkRows(reading.reading, countRows(text, reading.format)),
    ...compared.filter(share => share > maxPercent).map(share => `an amount is off by ${share.toFixed(2)} %`),
    ...balances.filter(failure => failure !== ''),
  ]
  return {
    state: reading.state,
    format: reading.preset?.id ?? reading.format,
    rows: rows.total,
    drafts: rows.drafts + rows.cancellations,
    problems: rows.problems,
    skipped: rows.skipped,
    holdings: rows.holdings,
    warnings: warnings.length,
    compared: compared.length,
    balances: balances.length,
    refusal: null,
    failures,
  }
}

function checkRows({ rows, problems, statements }: Reading, counted: number | null): string[] {
  const sum = rows.drafts + rows.problems + rows.skipped + rows.holdings + rows.cancellations
  const failures: string[] = []
  if (sum !== rows.total) failures.push(`${sum} outcomes for ${rows.total} rows`)
  if (rows.total === 0) failures.push('nothing was read')
  const ofAccounts = statements.reduce((total, statement) => total + statement.rows.total, 0)
  if (ofAccounts !== rows.total) failures.push(`the accounts have ${ofAccounts} of ${rows.total} rows`)
  if (problems.some(problem => problem.code === 'not_read')) failures.push('a row was not read')
  // A balance that cannot be read or does not add up is a problem beside the rows.
  if (counted !== null && (rows.total < counted || rows.total > counted + problems.length))
    failures.push(`the file has ${counted} rows, the reading ${rows.total}`)
  return failures
}

/** Rounded prices and quantities explain no more than this. The reader compares by the digits of each number. */
const maxPercent = 1

/** How far quantity times price and costs are from the amount. Null where a row states too little to tell. */
function differenceInPercent(draft: Draft): number | null {
  const { instrument, net, quantity, price } = draft
  if (!instrument || net === null || quantity === null || price === null || Number(net) === 0) return null
  if (CONTRACT_TYPES.has(instrument.type ?? '') || draft.type === 'merger') return null
  const quoted = instrument.currency
  const isPence = quoted === 'GBX' || quoted === 'GBp' || quoted === 'ZAc' || quoted === 'ILA'
  if (!isPence && quoted !== null && quoted !== draft.currency) return null
  const isBond = instrument.type === 'bond'
  const size = Number(instrument.contractSize ?? (isBond ? 0.01 : 1)) * (isPence ? 0.01 : 1)
  const costs = Number(draft.fees) + Number(draft.taxes)
  const gross = Math.abs(Number(quantity) * Number(price)) * size + Number(draft.accrued ?? 0)
  const computed = Number(quantity) > 0 ? gross + costs : gross - costs
  const gap = Math.abs(computed - Number(net))
  return gap <= 0.05 ? 0 : (gap / Math.abs(Number(net))) * 100
}

/** Statements of banks: opening balance plus entries is the closing balance. An empty text for each that agrees. */
function checkBalances({ statements, drafts, problems }: Reading): string[] {
  return statements.flatMap((statement, index) => {
    const opening = statement.balances.find(({ kind }) => kind === 'opening')
    const closing = statement.balances.findLast(({ kind }) => kind === 'closing')
    const own = drafts.filter(draft => draft.statement === index)
    const isBank = own.every(draft => draft.quantity === null && draft.counterAmount === null)
    if (!opening || !closing || !isBank || problems.some(problem => problem.statement === index)) return []
    const entries = own.reduce((sum, draft) => sum + cashEffect(draft), 0)
    const gap = Math.abs(Number(opening.amount) + entries - Number(closing.amount))
    return [gap < 0.005 ? '' : `balances and entries are ${gap.toFixed(2)} apart`]
  })
}

function cashEffect({ type, side, amount, net }: Draft): number {
  if (side === 'out') return -Number(amount)
  if (side === 'in') return Number(amount)
  return /^(fees|fees_cash|tax)$/.test(type) ? -Number(amount) : Number(net ?? amount)
}
