import { getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ReportDocument } from '../document.ts'
import { writePdf } from './pdf.ts'

interface Node {
  role?: string
  alt?: string
  type?: string
  id?: string
  children?: Node[]
}

const rows = Array.from({ length: 90 }, (_, index) => ({ cells: [`Row ${index + 1}`, 10.25] }))

const report: ReportDocument = {
  type: 'positions',
  language: 'de',
  dateFormat: 'd MMM yyyy',
  name: 'Vermögen',
  family: 'Birch-Wood',
  subtitle: 'Offene Positionen',
  currency: 'CHF',
  from: '2026-01-01',
  to: '2026-03-04',
  headline: [
    { label: 'Nettovermögen', sign: '', value: 922.5, kind: 'money' },
    { label: 'Anfangswert', sign: '=', value: 900, kind: 'money' },
    { label: 'G/V', sign: '+', value: 22.5, kind: 'money' },
  ],
  facts: [{ label: 'Zeitraum', value: 'dieses Jahr' }],
  sections: [
    {
      title: 'Positionen',
      chart: { title: 'G/V', unit: 'CHF', days: [20_454, 20_455, 20_456], values: [0, 5, 22.5] },
      tables: [
        {
          title: '',
          columns: [
            { label: 'Bezeichnung', kind: 'text', isWide: true },
            { label: 'Wert', kind: 'money' },
          ],
          rows: [
            { role: 'heading', cells: ['Aktien'] },
            ...rows,
            { role: 'sum', cells: ['Total Aktien', 922.5] },
          ],
          total: ['Gesamt', 922.5],
          note: null,
        },
      ],
    },
  ],
  missing: [],
  notes: [{ title: 'Daten', lines: ['Alles vollständig.'] }],
  made: 'Erstellt am 4. März',
  transactions: 90,
}

let document: Awaited<ReturnType<typeof getDocumentProxy>>
/** The structure of each page with the text of its elements. */
let pages: { roots: Node[]; texts: Map<string, string>; untagged: string[] }[]

beforeAll(async () => {
  const { bytes } = await writePdf(report)
  document = await getDocumentProxy(new Uint8Array(bytes))
  pages = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const tree: Node | null = await page.getStructTree()
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const texts = new Map<string, string>()
    const untagged: string[] = []
    const open: (string | null)[] = []
    for (const item of items as { type?: string; id?: string; tag?: string; str?: string }[]) {
      if (item.type?.startsWith('beginMarkedContent')) open.push(item.id ?? item.tag ?? null)
      else if (item.type === 'endMarkedContent') open.pop()
      else if (item.str?.trim()) {
        const id = open.at(-1)
        if (id === undefined || id === null) untagged.push(item.str)
        else texts.set(id, (texts.get(id) ?? '') + item.str)
      }
    }
    pages.push({ roots: tree?.children ?? [], texts, untagged })
  }
}, 120_000)

function findAll(nodes: readonly Node[], role: string): Node[] {
  return nodes.flatMap(node => [...(node.role === role ? [node] : []), ...findAll(node.children ?? [], role)])
}

function readText(page: (typeof pages)[number], node: Node): string {
  if (node.type === 'content') return page.texts.get(node.id ?? '') ?? ''
  return (node.children ?? []).map(child => readText(page, child)).join(' ')
}

describe('a tagged report', () => {
  it('states its title and language, and shows the title', async () => {
    const { info } = (await document.getMetadata()) as { info: { Title?: string; Language?: string } }
    expect(info.Title).toBe('Vermögen, Birch-Wood')
    expect(info.Language).toBe('de')
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true })
    expect(await document.getViewerPreferences()).toMatchObject({ DisplayDocTitle: true })
  })

  it('has a place in the structure, or is an artifact, for every text', () => {
    for (const [index, { untagged }] of pages.entries()) expect([index, ...untagged]).toEqual([index])
  })

  it('is read in the order of its content', () => {
    const [cover] = pages
    if (!cover) throw new Error('The report has a cover.')
    const words = readText(cover, { children: cover.roots }).replace(/\s+/g, ' ')
    const order = ['Birch-Wood', 'Offene Positionen', 'Anfangswert', 'G/V', '922,50', 'Zeitraum']
    const places = order.map(word => words.indexOf(word))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(words).not.toContain('3 von')
  })

  it('has headings, tables with headers and rows, and figures with a description', () => {
    const headings = pages.flatMap(page => findAll(page.roots, 'H1').map(node => readText(page, node).trim()))
    expect(headings).toEqual(expect.arrayContaining(['Birch-Wood', 'Inhalt', 'Positionen']))
    const cells = pages.flatMap(page => findAll(page.roots, 'TH').map(node => readText(page, node).trim()))
    expect(cells.filter(text => text === 'Bezeichnung')).toHaveLength(1)
    for (const {
      cells: [name],
    } of rows)
      expect(cells).toContain(name)
    expect(cells).toEqual(expect.arrayContaining(['Aktien', 'Total Aktien', 'Gesamt']))
    const figures = pages.flatMap(page => findAll(page.roots, 'Figure'))
    expect(figures.map(({ alt }) => alt)).toEqual([expect.stringContaining('22,50')])
  })
})
