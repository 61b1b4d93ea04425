/**
 * npm run check:pdf -- FOLDER: reads FOLDER/<bank>/*.txt, the lines of PDF statements, compares the transactions with
 * FOLDER/expected.json and prints per bank how many documents were read right, partly, wrong or not at all. Every
 * fourth document of a bank is the holdout: it is counted apart and not looked at while developing.
 *
 *     npm run check:pdf -- FOLDER --no-profiles     with the generic reader only
 *     npm run check:pdf -- FOLDER --holdout         lists of the holdout too
 *     npm run check:pdf -- FOLDER --list            names the documents that are not right
 *     npm run check:pdf -- FOLDER --results=FILE    writes the transactions read as JSON
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readStatementLines } from '../packages/importers/src/pdf/text/read-lines.ts'
import { judge, type KnownDocument, type Verdict } from './pdf-score.ts'

type Counts = Record<Verdict, number>
interface Row {
  readonly name: string
  readonly counts: Counts
}

const noCounts = (): Counts => ({ right: 0, partly: 0, wrong: 0, unread: 0 })

/** Names of the documents in the holdout: every fourth of each bank, by name. */
function chooseHoldout(documents: readonly KnownDocument[]): Set<string> {
  const byBank = Map.groupBy(documents, ({ bank }) => bank)
  const chosen = [...byBank.values()].flatMap(files =>
    files
      .map(({ file }) => file)
      .sort((a, b) => (a < b ? -1 : 1))
      .filter((_, at) => at % 4 === 3),
  )
  return new Set(chosen)
}

function printTable(title: string, rows: readonly Row[]): void {
  const verdicts: Verdict[] = ['right', 'partly', 'wrong', 'unread']
  const width = Math.max(...rows.map(({ name }) => name.length))
  console.log(
    `\n${title.padEnd(width)}  ${['all', ...verdicts, 'right %'].map(name => name.padStart(7)).join('')}`,
  )
  for (const { name, counts } of rows) {
    const all = verdicts.reduce((sum, verdict) => sum + counts[verdict], 0)
    const share = all === 0 ? '-' : ((100 * counts.right) / all).toFixed(1)
    const cells = [all, ...verdicts.map(verdict => counts[verdict]), share]
    console.log(`${name.padEnd(width)}  ${cells.map(cell => String(cell).padStart(7)).join('')}`)
  }
}

function run(argv: readonly string[]): void {
  const folder = argv.find(word => !word.startsWith('--'))
  if (!folder) throw new Error('usage: npm run check:pdf -- FOLDER [--no-profiles] [--holdout] [--list]')
  const has = (flag: string) => argv.includes(flag)
  const known: KnownDocument[] = JSON.parse(readFileSync(path.join(folder, 'expected.json'), 'utf8'))
  const holdout = chooseHoldout(known)
  const results: unknown[] = []
  const banks = new Map<string, Counts>()
  const totals = { developed: noCounts(), holdout: noCounts(), all: noCounts() }
  for (const document of known) {
    const text = readFileSync(path.join(folder, document.file), 'utf8')
    const reading = readStatementLines(text.split(/\r?\n/), { profiles: !has('--no-profiles') })
    const verdict = judge(document, reading.transactions)
    const isHeldOut = holdout.has(document.file)
    const bank = banks.get(document.bank) ?? noCounts()
    banks.set(document.bank, bank)
    for (const counts of [totals.all, isHeldOut ? totals.holdout : totals.developed, bank])
      counts[verdict] += 1
    if (has('--list') && verdict !== 'right' && isHeldOut === has('--holdout'))
      console.log(`${verdict.padEnd(6)} ${document.file}  ${reading.problems[0]?.message ?? ''}`)
    results.push({ file: document.file, transactions: reading.transactions })
  }
  printTable(
    'bank',
    [...banks].map(([name, counts]) => ({ name, counts })),
  )
  printTable('total', [
    { name: 'three quarters', counts: totals.developed },
    { name: 'holdout quarter', counts: totals.holdout },
    { name: 'all', counts: totals.all },
  ])
  const target = argv.find(word => word.startsWith('--results='))
  if (target) writeFileSync(target.slice('--results='.length), JSON.stringify(results))
}

run(process.argv.slice(2))
