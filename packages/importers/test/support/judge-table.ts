import { type Draft, type FileReading, readFile } from '../../src/index.ts'
import type { RandomTable } from './random-table.ts'
import type { Known } from './random-transactions.ts'

export interface Verdict {
  readonly right: number
  readonly problems: number
  /** What was read that was not written, and rows that vanished. */
  readonly wrong: readonly string[]
}

/** Reads a table as a person would who accepts every proposal. */
export function readAsProposed(bytes: Uint8Array): FileReading {
  const first = readFile(bytes, { ignorePresets: true })
  return first.state === 'needs_columns' ? readFile(bytes, { mapping: first.csv.mapping }) : first
}

/** Compares a reading with the transactions that were written. */
export function judgeTable(table: RandomTable, reading: FileReading): Verdict {
  if (reading.state !== 'read')
    return {
      right: 0,
      problems: table.rows.size,
      wrong: reading.state === 'unreadable' ? [] : ['it was not read'],
    }
  const { drafts, problems, skipped } = reading.reading
  const wrong: string[] = []
  const seen = new Map<number, number>()
  let right = 0
  for (const draft of drafts) {
    const known = table.rows.get(draft.line)
    seen.set(draft.line, (seen.get(draft.line) ?? 0) + 1)
    const faults = known ? compare(draft, known, table.states) : ['was posted, and must not be']
    if (faults.length === 0) right += 1
    wrong.push(...faults.map(fault => `line ${draft.line} ${fault}`))
  }
  for (const [line, times] of seen) if (times > 1) wrong.push(`line ${line} was posted ${times} times`)
  const reported = new Set([...problems, ...skipped].map(({ line }) => line))
  for (const line of table.rows.keys())
    if (!seen.has(line) && !reported.has(line)) wrong.push(`line ${line} vanished`)
  return { right, problems: problems.length, wrong }
}

const types: Readonly<Record<Known['kind'], readonly Draft['type'][]>> = {
  buy: ['trade'],
  sell: ['trade'],
  dividend: ['dividend'],
  interest: ['interest'],
  deposit: ['deposit'],
  withdrawal: ['withdrawal'],
  fee: ['fees_cash'],
  tax: ['tax'],
}

function compare(draft: Draft, known: Known, states: RandomTable['states']): string[] {
  const faults: string[] = []
  const same = (what: string, read: unknown, written: unknown) => {
    if (read !== written) faults.push(`${what} is ${String(read)} instead of ${String(written)}`)
  }
  const units = (text: string | null, scale: number) =>
    text === null ? null : Math.round(Number(text) * 10 ** scale)
  if (!types[known.kind].includes(draft.type)) same('type', draft.type, known.kind)
  same('date', draft.date, known.date)
  same('currency', draft.currency, states.currency ? known.currency : null)
  same('fees', units(draft.fees, 2), known.fees)
  same('taxes', units(draft.taxes, 2), known.taxes)
  if (known.kind === 'buy' || known.kind === 'sell') {
    same('side', draft.side, known.kind)
    const sign = known.kind === 'sell' ? -1 : 1
    same('quantity', units(draft.quantity, 4), sign * (known.quantity ?? 0))
    same('price', units(draft.price, 2), states.price ? known.price : null)
    same('net', units(draft.net, 2), known.kind === 'buy' ? -known.net : known.net)
    if (states.currency) same('currency of the security', draft.instrument?.currency, known.currency)
  } else
    same('amount', units(draft.net ?? draft.amount, 2), draft.net === null ? Math.abs(known.net) : known.net)
  if (known.security && states.isin) same('ISIN', draft.instrument?.isin, known.security.isin)
  if (known.security && !states.isin) same('name', draft.instrument?.name, known.security.name)
  return faults
}
