import { describe, expect, it } from 'vitest'
import { readZipEntry } from '../../../testing/zip-entry.ts'
import type { ReportDocument } from '../document.ts'
import { writeXlsx } from './sheets.ts'

const document = (currency: string, own: string): ReportDocument => ({
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
            { label: 'Currency', kind: 'text' },
            { label: 'Balance', kind: 'own_money', currencyColumn: 2 },
          ],
          rows: [{ cells: [1234.5678, -9.5, own, 5] }],
          total: [1234.5678, -9.5, null, null],
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

const codesOf = async (currency: string, own = currency) =>
  [
    ...readZipEntry(await writeXlsx(document(currency, own)), 'xl/styles.xml').matchAll(
      /formatCode="([^"]*)"/g,
    ),
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

  it('in the currency of a row have the decimals of that one', async () => {
    expect(await codesOf('CHF', 'JPY')).toEqual(expect.arrayContaining(['#,##0.00', '#,##0']))
    expect(await codesOf('CHF', 'KWD')).toContain('#,##0.000')
  })
})
