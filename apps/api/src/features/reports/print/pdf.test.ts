import { monitorEventLoopDelay } from 'node:perf_hooks'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, describe, expect, it } from 'vitest'
import type { ReportDocument, ReportRow, ReportTable } from '../document.ts'
import { writePdf } from './pdf.ts'
import { createPrinter } from './printer.ts'

const printer = createPrinter(new URL('../../../app/print-worker.ts', import.meta.url))
afterAll(() => printer.close())

/** A report with one table of rows of 10.25 each. */
function wireReport(rows: number, language: ReportDocument['language'] = 'en-US'): ReportDocument {
  const lines = Array.from(
    { length: rows },
    (_, index): ReportRow => ({ cells: [`Row ${index + 1}`, 10.25] }),
  )
  return {
    type: 'positions',
    language,
    dateFormat: 'd MMM yyyy',
    name: 'A long list',
    family: 'Birchwood',
    subtitle: '',
    currency: 'CHF',
    from: '2026-01-01',
    to: '2026-03-04',
    headline: [{ label: 'Value', sign: '', value: rows * 10.25, kind: 'money' }],
    facts: [{ label: 'Period', value: 'this year' }],
    sections: [
      {
        title: 'All of it',
        tables: [
          {
            title: '',
            columns: [
              { label: 'What it is', kind: 'text', isWide: true },
              { label: 'Worth', kind: 'money' },
            ],
            rows: lines,
            total: ['Everything', rows * 10.25],
            note: null,
          },
        ],
      },
    ],
    missing: [],
    notes: [],
    made: 'made on 4 March',
    transactions: rows,
  }
}

async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  // The reader transfers the buffer.
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)))
  return text
}

describe('measures that are neither gains nor losses', () => {
  it('are printed in the unit of their column: a ratio is no percentage', async () => {
    const columns: ReportTable['columns'] = [
      { label: 'Measure', kind: 'text', isWide: true },
      { label: 'Ratio', kind: 'number' },
      { label: 'Share', kind: 'return', isNeutral: true },
    ]
    const report = wireReport(1)
    const table = { title: '', columns, total: null, note: null }
    const rows: ReportRow[] = [
      { cells: ['Beta', 0.2834, null], isNeutral: true },
      { cells: ['Weight', null, 0.2834] },
    ]
    const { bytes } = await writePdf({
      ...report,
      sections: [{ title: 'Measures', tables: [{ ...table, rows }] }],
    })
    const text = (await pagesOf(bytes)).join(' ').replaceAll(/\s+/g, ' ')
    expect(text).toContain('Beta 0.28 –')
    expect(text).toContain('Weight – 28.34%')
  })
})

/** Typesetting many pages is slow on a busy machine. */
const slowLimits = { timeout: 120_000 }

describe('a table over several pages', slowLimits, () => {
  it('repeats its header on each page, and never leaves its total alone on one', async () => {
    const printed = new Map<number, Awaited<ReturnType<typeof writePdf>>>()
    const printOf = async (rows: number) => {
      const known = printed.get(rows) ?? (await writePdf(wireReport(rows)))
      printed.set(rows, known)
      return known
    }
    // The row count at which a page is added: only there can a total be left alone.
    const breaks = async (low: number, high: number): Promise<number[]> => {
      if ((await printOf(low)).pages === (await printOf(high)).pages) return []
      if (high - low === 1) return [low]
      const middle = Math.floor((low + high) / 2)
      return [...(await breaks(low, middle)), ...(await breaks(middle, high))]
    }
    const ends = await breaks(36, 80)
    expect(ends.length).toBeGreaterThan(0)
    for (const rows of new Set(ends.flatMap(end => [end - 1, end, end + 1, end + 2]))) {
      const { bytes, pages } = await printOf(rows)
      const texts = await pagesOf(bytes)
      expect(texts).toHaveLength(pages)
      const withRows = texts.filter(text => /Row \d/.test(text))
      for (const text of withRows) expect(text).toContain('What it is')
      const withSum = texts.find(text => text.includes('Everything')) ?? ''
      expect(withSum, `${rows} rows`).toMatch(/Row \d/)
    }
  })

  it('keeps the heading of a group on the page of its first row', async () => {
    const groups = Array.from({ length: 24 }, (_, index): ReportRow[] => [
      { cells: [`Group ${index} starts`, null], role: 'heading' },
      { cells: [`First of ${index}, the only one`, 10.25] },
      { cells: [`Sum of ${index}`, 10.25], role: 'sum' },
    ])
    // Each row before them moves the page break to another row of a group.
    for (const before of [0, 1, 2]) {
      const report = wireReport(before)
      const [table] = report.sections[0]?.tables ?? []
      if (!table) throw new Error('the report has a table')
      table.rows = [...table.rows, ...groups.flat()]
      const { bytes } = await writePdf(report)
      const texts = await pagesOf(bytes)
      for (const index of groups.keys()) {
        const page = texts.find(text => text.includes(`Group ${index} starts`))
        expect(page, `group ${index} after ${before} rows`).toContain(`First of ${index},`)
        expect(page, `group ${index} after ${before} rows`).toContain(`Sum of ${index}`)
      }
    }
  })

  it('numbers its pages and names the family on each', async () => {
    const { bytes, pages } = await writePdf(wireReport(120))
    const [, ...inner] = await pagesOf(bytes)
    for (const [index, text] of inner.entries()) {
      expect(text).toContain('Birchwood')
      expect(text).toContain(`${index + 2} of ${pages}`)
    }
  })

  it('formats dates as configured, on one line even in narrow columns', async () => {
    const report = wireReport(1)
    const [section] = report.sections
    const [table] = section?.tables ?? []
    if (!table) throw new Error('the report has a table')
    const words = 'Something that has a rather long name and could go on and on'
    table.columns = [
      { label: 'Name', kind: 'text', isWide: true },
      { label: 'Account', kind: 'text' },
      ...Array.from({ length: 5 }, () => ({ label: 'Sold', kind: 'date' as const })),
    ]
    table.rows = [{ cells: [words, words, ...Array.from({ length: 5 }, () => '2026-09-18')] }]
    table.total = null
    const text = async (dateFormat: ReportDocument['dateFormat']) =>
      (await pagesOf((await writePdf({ ...report, dateFormat })).bytes)).join('\n')
    expect((await text('d MMM yyyy')).match(/18 Sep 2026/g)).toHaveLength(5)
    expect((await text('yyyy-MM-dd')).match(/2026-09-18/g)).toHaveLength(5)
  })

  it('formats numbers by language', async () => {
    const text = async (language: ReportDocument['language']) =>
      (await pagesOf((await writePdf(wireReport(200, language))).bytes)).join('\n')
    expect(await text('en-US')).toContain('2,050.00')
    expect(await text('de')).toContain('2.050,00')
  })
})

describe('a report of 5,000 rows', slowLimits, () => {
  it('contains every row and the total, without blocking the server', async () => {
    const delay = monitorEventLoopDelay({ resolution: 10 })
    delay.enable()
    // The print worker fails above 400 MB.
    const { bytes, pages } = await printer.print({ document: wireReport(5000), format: 'pdf' })
    delay.disable()
    const text = (await pagesOf(bytes)).join('\n')
    expect(pages).toBeGreaterThan(80)
    expect(text.match(/Row \d+/g)).toHaveLength(5000)
    expect(text).toContain('51,250.00')
    // The event loop was free for at least half of the time.
    expect(delay.percentile(50) / 1e6).toBeLessThan(50)
  })
})

describe('the cover', () => {
  it('subtracts a negative term of the equation instead of adding it', slowLimits, async () => {
    const headline = [
      { label: 'Value', sign: '' as const, value: -220_221.5, kind: 'money' as const },
      { label: 'Opening', sign: '=' as const, value: -5, kind: 'money' as const },
      { label: 'P&L', sign: '+' as const, value: -220_229, kind: 'money' as const },
      { label: 'Flow', sign: '+' as const, value: 12.5, kind: 'money' as const },
    ]
    const { bytes } = await printer.print({ document: { ...wireReport(1), headline }, format: 'pdf' })
    const [cover = ''] = await pagesOf(bytes)
    expect(cover).toContain('Opening −5.00')
    expect(cover).toContain('− P&L 220,229.00')
    expect(cover).toContain('+ Flow 12.50')
    expect(cover).toContain('= Value −220,221.50')
    expect(cover).not.toMatch(/\+ [-−]/)
  })
})
