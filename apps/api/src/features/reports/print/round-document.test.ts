import { describe, expect, it } from 'vitest'
import type { Cell, ReportDocument, ReportTable } from '../document.ts'
import { roundDocument } from './round-document.ts'

const table = (change: Partial<ReportTable>): ReportTable => ({
  title: '',
  columns: [
    { label: 'Name', kind: 'text' },
    { label: 'Value', kind: 'money' },
  ],
  rows: [],
  total: null,
  note: null,
  ...change,
})

const report = (tables: ReportTable[], change: Partial<ReportDocument> = {}): ReportDocument => ({
  type: 'statement',
  missing: [],
  language: 'en-US',
  dateFormat: 'd MMM yyyy',
  name: '',
  family: '',
  subtitle: '',
  currency: 'CHF',
  from: '2026-01-01',
  to: '2026-03-04',
  headline: [],
  facts: [],
  sections: [{ title: '', tables }],
  notes: [],
  made: '',
  transactions: 0,
  ...change,
})

const printed = (document: ReportDocument): ReportTable => {
  const [first] = roundDocument(document).sections[0]?.tables ?? []
  if (!first) throw new Error('no table')
  return first
}
const column = ({ rows }: ReportTable, index: number): (Cell | undefined)[] =>
  rows.map(row => row.cells[index])

describe('a printed report', () => {
  it('has an equation that adds up', () => {
    const figure = (sign: '' | '=' | '+', value: number) => ({
      label: '',
      sign,
      value,
      kind: 'money' as const,
    })
    const { headline } = roundDocument(
      report([], { headline: [figure('', -1165.925), figure('=', -1348.5838), figure('+', 182.6588)] }),
    )
    expect(headline.map(({ value }) => value)).toEqual([-1165.93, -1348.59, 182.66])
  })

  it('has rows and subtotals that add up to the total', () => {
    const rows = [
      { cells: ['Equity'], role: 'heading' as const },
      { cells: ['A', 1 / 3] },
      { cells: ['B', 1 / 3] },
      { cells: [null, 2 / 3], role: 'sum' as const },
      { cells: ['ETF'], role: 'heading' as const },
      { cells: ['C', 1 / 3] },
      { cells: [null, 1 / 3], role: 'sum' as const },
    ]
    const shown = printed(report([table({ rows, total: ['Whole', 1] })]))
    expect(column(shown, 1)).toEqual([undefined, 0.34, 0.33, 0.67, undefined, 0.33, 0.33])
    expect(shown.total).toEqual(['Whole', 1])
  })

  it('has years whose opening, flow and P/L give the closing value, and flows and P/L that add up', () => {
    const columns = (['text', 'money', 'money', 'gain', 'money'] as const).map(kind => ({ label: '', kind }))
    const years = [
      ['2024', 0, 100.004, 10.004, 110.008],
      ['2025', 110.008, 50.004, 5.003, 165.015],
      ['2026', 165.015, 0, -3.337, 161.678],
    ]
    const shown = printed(
      report([
        table({
          columns,
          rows: years.map(cells => ({ cells })),
          total: ['Whole', 0, 150.008, 11.67, 161.678],
          sum: {
            result: 4,
            terms: [
              { column: 1, sign: 1, isBalance: true },
              { column: 2, sign: 1 },
              { column: 3, sign: 1 },
            ],
          },
        }),
      ]),
    )
    const cents = (cell: Cell | undefined) => Math.round(Number(cell ?? 0) * 100)
    for (const cells of [...shown.rows.map(row => row.cells), shown.total ?? []])
      expect(cents(cells[1]) + cents(cells[2]) + cents(cells[3])).toBe(cents(cells[4]))
    for (const index of [2, 3])
      expect(column(shown, index).reduce<number>((sum, cell) => sum + cents(cell), 0)).toBe(
        cents(shown.total?.[index]),
      )
  })

  it('has the same figures in the equation and in the total of the years, though nothing was paid', () => {
    const [opening, flow, pnl, nav] = [110.0049, 0, -3.3371, 106.6678]
    const figure = (value: number) => ({ label: '', sign: '' as const, value, kind: 'money' as const })
    const columns = (['text', 'money', 'money', 'gain', 'money'] as const).map(kind => ({ label: '', kind }))
    const { headline, sections } = roundDocument(
      report(
        [
          table({
            columns,
            rows: [
              { cells: ['2025', opening, 0, 2.0002, 112.0051] },
              { cells: ['2026', 112.0051, 0, -5.3373, nav] },
            ],
            total: ['Whole', opening, flow, pnl, nav],
            sum: {
              result: 4,
              terms: [
                { column: 1, sign: 1, isBalance: true },
                { column: 2, sign: 1 },
                { column: 3, sign: 1 },
              ],
            },
          }),
        ],
        { headline: [figure(nav), figure(opening), figure(flow), figure(pnl)] },
      ),
    )
    expect(headline.map(({ value }) => value)).toEqual([106.67, 110.01, 0, -3.34])
    const [years] = sections[0]?.tables ?? []
    expect(years?.total).toEqual(['Whole', 110.01, 0, -3.34, 106.67])
    expect(years?.rows.map(({ cells }) => cells)).toEqual([
      ['2025', 110.01, 0, 2, 112.01],
      ['2026', 112.01, 0, -5.34, 106.67],
    ])
  })

  it('leaves a flow as it is beside a P/L that is missing', () => {
    const columns = (['text', 'money', 'money', 'gain', 'money'] as const).map(kind => ({ label: '', kind }))
    const cells = ['2026', 100, 750, null, 9000]
    const shown = printed(
      report([
        table({
          columns,
          rows: [{ cells }],
          total: cells,
          sum: {
            result: 4,
            terms: [
              { column: 1, sign: 1, isBalance: true },
              { column: 2, sign: 1 },
              { column: 3, sign: 1 },
            ],
          },
        }),
      ]),
    )
    expect([shown.rows[0]?.cells, shown.total]).toEqual([cells, cells])
  })

  it('has no decimals in yen', () => {
    const rows = [{ cells: ['A', 0.5] }, { cells: ['B', 0.5] }]
    const shown = printed(report([table({ rows, total: ['Whole', 1] })], { currency: 'JPY' }))
    expect(column(shown, 1)).toEqual([1, 0])
  })
})
