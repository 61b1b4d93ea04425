import { describe, expect, it } from 'vitest'
import { readZipEntry } from '../../../testing/zip-entry.ts'
import type { ReportDocument } from '../document.ts'
import { writeXlsx } from './sheets.ts'

const document = (currency: string): ReportDocument => ({
  type: 'positions',
  language: 'en-US',
  dateFormat: 'd MMM yyyy',
  name: 'Positions',
  family: 'Birchwood',
  subtitle: '',
  currency,
  from: '2026-01-01',
  to: '2026-03-04',
  headline: [],
  facts: [],
  sections: [
    {
      title: 'Positions',
      tables: [
        {
          title: '',
          columns: [
            { label: 'Value', kind: 'money' },
            { label: 'Gain', kind: 'gain' },
          ],
          rows: [{ cells: [1234.5678, -9.5] }],
          total: [1234.5678, -9.5],
          note: null,
        },
      ],
    },
  ],
  missing: [],
  notes: [],
  made: '',
  transactions: 1,
})

const codesOf = async (currency: string) =>
  [
    ...readZipEntry(await writeXlsx(document(currency)), 'xl/styles.xml').matchAll(/formatCode="([^"]*)"/g),
  ].map(([, code]) => code)

describe('amounts of a workbook', () => {
  it.each([
    ['JPY', ['#,##0', '+#,##0;-#,##0;0']],
    ['CHF', ['#,##0.00', '+#,##0.00;-#,##0.00;0.00']],
    ['KWD', ['#,##0.000', '+#,##0.000;-#,##0.000;0.000']],
  ])('have the decimals of the currency of the report: %s', async (currency, expected) => {
    expect(await codesOf(currency)).toEqual(expect.arrayContaining(expected))
    expect(await codesOf(currency)).toHaveLength(2)
  })
})
