import { TRANSACTION_TYPES } from '@plumbline/engine'
import { type Draft, type FileReading, readFile } from '../../src/index.ts'

const decimal = /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/
const day = /^\d{4}-\d{2}-\d{2}$/
const currency = /^[A-Z]{2}[A-Za-z]$/
const numbers = [
  'quantity',
  'price',
  'amount',
  'net',
  'rate',
  'fees',
  'taxes',
  'accrued',
  'counterAmount',
  'numerator',
  'denominator',
  'basisShare',
] as const

/** Lists the invariants that a reading violates. They hold for every file. */
export function brokenInvariants(
  bytes: Uint8Array,
  read: (bytes: Uint8Array) => FileReading = readFile,
): string[] {
  let reading: FileReading
  try {
    reading = read(bytes)
  } catch (error) {
    return [
      `crashed: ${error instanceof Error ? (error.stack ?? error.message).slice(0, 400) : String(error)}`,
    ]
  }
  // Rows of a spreadsheet are no lines of its bytes.
  const lines = reading.format === 'spreadsheet' ? Number.POSITIVE_INFINITY : lineCount(bytes)
  const broken: string[] = []
  const checkLine = (what: string, line: number): void => {
    if (!Number.isInteger(line) || line < 1 || line > lines)
      broken.push(`${what} names line ${line} of ${lines}`)
  }
  if (reading.state === 'unreadable') {
    checkLine('the refusal', reading.line)
    if (reading.message === '') broken.push('the refusal says nothing')
    return broken
  }
  if (reading.state === 'needs_columns') return broken
  const { drafts, problems, warnings, skipped, cancellations, holdings, statements } = reading.reading
  for (const problem of problems) {
    checkLine('a problem', problem.line)
    if (/\{(field|value)\}/.test(problem.message) || problem.message === '')
      broken.push('a problem says nothing')
  }
  for (const warning of warnings) checkLine('a warning', warning.line)
  for (const { line } of [...skipped, ...cancellations, ...holdings]) checkLine('a row', line)
  const keys = new Set<string>()
  for (const draft of drafts) {
    checkLine('a draft', draft.line)
    broken.push(...brokenDraft(draft))
    if (keys.has(draft.key)) broken.push(`two drafts have the key ${draft.key}`)
    keys.add(draft.key)
    if (!statements[draft.statement]) broken.push('a draft belongs to no statement')
  }
  const posted = new Set(drafts.map(draft => draft.line))
  for (const { line } of problems) if (posted.has(line)) broken.push(`line ${line} is half read`)
  return broken
}

function brokenDraft(draft: Draft): string[] {
  const broken: string[] = []
  const say = (what: string) => broken.push(`line ${draft.line}: ${what}`)
  if (!TRANSACTION_TYPES.includes(draft.type)) say(`type ${draft.type}`)
  for (const name of ['date', 'settleDate', 'exDate'] as const) {
    const value = draft[name]
    if (
      value !== null &&
      !(day.test(value) && new Date(`${value}T00:00:00Z`).toISOString().startsWith(value))
    )
      say(`${name} ${value}`)
  }
  for (const name of numbers) {
    const value = draft[name]
    if (value !== null && !decimal.test(value)) say(`${name} ${value}`)
  }
  for (const name of ['currency', 'counterCurrency'] as const) {
    const value = draft[name]
    if (value !== null && !currency.test(value)) say(`${name} ${value}`)
  }
  if (draft.type === 'trade' && (draft.quantity === null || draft.quantity === '0')) say('a trade of nothing')
  if (draft.type === 'trade' && !draft.instrument) say('a trade in nothing')
  if (draft.type === 'split' && (draft.numerator === null || draft.denominator === null))
    say('a split without a ratio')
  if (draft.type === 'fx' && (draft.net === null || draft.counterAmount === null)) say('half a conversion')
  if (draft.raw.length > 1100) say('a raw row that is too long')
  return broken
}

/** Counts lines as editors do, with any line end; UTF-16 has a zero beside each. */
function lineCount(bytes: Uint8Array): number {
  // Lines of a compressed file count from its content.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return Number.POSITIVE_INFINITY
  let count = 1
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (byte === 10 || (byte === 13 && bytes[index + 1] !== 10)) count += 1
  }
  return count
}
