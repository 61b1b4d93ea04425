import { judgeTable, readAsProposed } from '../packages/importers/test/support/judge-table.ts'
import { createTable } from '../packages/importers/test/support/random-table.ts'

const maxShown = 20

/**
 * Writes random tables from known transactions, in seven languages and many locales and layouts, and reads them as a
 * person would who accepts every proposal. What is read must be what was written, or a problem.
 */
export function checkTables(runs: number, seed: number, plant: boolean): boolean {
  const count = { rows: 0, right: 0, failed: 0 }
  const began = Date.now()
  for (let run = 0; run < runs; run += 1) {
    const table = createTable(seed * 1_000_003 + run)
    const reading = readAsProposed(table.bytes)
    if (plant && reading.state === 'read' && run % 100 === 0) {
      const [first, ...others] = reading.reading.drafts
      Object.assign(reading.reading, { drafts: first ? [{ ...first, currency: 'JPY' }, ...others] : [] })
    }
    const { right, wrong } = judgeTable(table, reading)
    count.rows += table.rows.size
    count.right += right
    if (wrong.length === 0) continue
    count.failed += 1
    if (count.failed <= maxShown)
      console.log(`SEED=${seed}, run ${run}: ${wrong.join('; ')}\n${table.text}\n`)
  }
  const seconds = Math.round((Date.now() - began) / 1000)
  console.log(
    `seed ${seed}: ${runs} tables with ${count.rows} rows in ${seconds} s: ${count.right} right, ` +
      `${count.rows - count.right} problems or skipped`,
  )
  console.log(`${runs - count.failed} passed, ${count.failed} failed`)
  return count.failed === 0
}
