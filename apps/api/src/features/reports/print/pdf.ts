import path from 'node:path'
import { formatDate } from '@plumbline/contract/format'
import { textsIn } from '@plumbline/contract/texts'
import pdfmake from 'pdfmake'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { Reader, ReportDocument, ReportSection } from '../document.ts'
import { chartSvg } from './chart-svg.ts'
import { coverPdf } from './cover-pdf.ts'
import { roundDocument } from './round-document.ts'
import { findOrphanedSum, tablePdf } from './tables-pdf.ts'
import { ink, innerWidth, page, quiet, rule } from './theme.ts'

const fonts = path.join(import.meta.dirname, 'fonts')

// Inter with tabular digits as default glyphs. As a font feature they would be selected for every word, which
// takes four times as long.
pdfmake.setFonts({
  Inter: { normal: path.join(fonts, 'inter-400.ttf'), bold: path.join(fonts, 'inter-600.ttf') },
})
// Templates may load fonts and nothing else, whatever URL or path a text contains.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy(file => path.dirname(path.resolve(file)) === fonts)

/** Renders a report as PDF with embedded fonts. */
export async function writePdf(exact: ReportDocument): Promise<{ bytes: Buffer; pages: number }> {
  const document = roundDocument(exact)
  const layout: Layout = { pages: 0, withBreak: new Set(), orphaned: new Set() }
  for (;;) {
    const bytes = await pdfmake.createPdf(layOut(document, layout)).getBuffer()
    if (layout.orphaned.size === 0) return { bytes, pages: layout.pages }
    // Page breaks are known only after layout: lay out again with the last row moved to the page of an orphaned
    // total.
    for (const key of layout.orphaned) layout.withBreak.add(key)
    layout.orphaned.clear()
  }
}

interface Layout {
  pages: number
  /** Tables whose last row starts a new page. */
  withBreak: Set<string>
  /** Tables whose total was left alone on a page. */
  orphaned: Set<string>
}

function layOut(document: ReportDocument, layout: Layout): TDocumentDefinitions {
  const texts = textsIn(document.language)
  const date = (day: string) => formatDate(day, document.dateFormat, document.language)
  return {
    pageSize: 'A4',
    pageMargins: [page.margin, 72, page.margin, 60],
    defaultStyle: { font: 'Inter', fontSize: 8.5, color: ink },
    info: { title: `${document.name}, ${document.family}`, creator: 'Plumbline', producer: 'Plumbline' },
    header: number =>
      number === 1
        ? null
        : {
            columns: [
              { text: document.family },
              {
                text: `${document.name}, ${date(document.from)} – ${date(document.to)}, ${document.currency}`,
                alignment: 'right',
              },
            ],
            color: quiet,
            fontSize: 7.5,
            margin: [page.margin, 42, page.margin, 0],
          },
    footer: (number, count) => {
      layout.pages = count
      return number === 1
        ? null
        : {
            stack: [
              {
                canvas: [
                  { type: 'line', x1: 0, y1: 0, x2: innerWidth, y2: 0, lineWidth: 0.5, lineColor: rule },
                ],
              },
              {
                columns: [
                  { text: 'Plumbline' },
                  { text: document.made, alignment: 'center' },
                  { text: `${number} ${texts.report_page_of} ${count}`, alignment: 'right' },
                ],
                color: quiet,
                fontSize: 7,
                margin: [0, 6, 0, 0],
              },
            ],
            margin: [page.margin, 16, page.margin, 0],
          }
    },
    content: [
      ...coverPdf(document),
      { toc: { title: { text: texts.report_contents, bold: true, fontSize: 15, margin: [0, 0, 0, 8] } } },
      ...document.sections.flatMap((section, index) =>
        sectionPdf(section, document, layout.withBreak, index),
      ),
      ...notesPdf(document),
    ],
    pageBreakBefore: (node, { getFollowingNodesOnPage, getNodesOnNextPage }) => {
      const key = findOrphanedSum(node.id, getNodesOnNextPage)
      if (key !== null && !layout.withBreak.has(key)) layout.orphaned.add(key)
      // A title is never last on a page.
      return node.headlineLevel === 1 && getFollowingNodesOnPage().length < 3
    },
  }
}

function sectionPdf(
  section: ReportSection,
  reader: Reader,
  withBreak: ReadonlySet<string>,
  place: number,
): Content[] {
  const { title, chart, shares, tables } = section
  const svg = chart ? chartSvg(chart, reader.language) : null
  return [
    { text: title, bold: true, fontSize: 15, margin: [0, 22, 0, 8], tocItem: true, headlineLevel: 1 },
    ...(chart && svg
      ? [
          {
            text: [
              { text: chart.title, bold: true },
              { text: ` ${chart.unit}`, color: quiet },
            ],
            margin: [0, 0, 0, 4] as [number, number, number, number],
          },
          { svg, margin: [0, 0, 0, 10] as [number, number, number, number] },
        ]
      : []),
    ...(shares && shares.length > 0 ? [shareBar(shares)] : []),
    ...tables.flatMap((table, index) => {
      const key = `table ${place}.${index}`
      return tablePdf(table, reader, { key, hasBreak: withBreak.has(key) })
    }),
  ]
}

function shareBar(shares: NonNullable<ReportSection['shares']>): Content {
  const positive = shares.filter(share => share.value > 0)
  const sum = positive.reduce((total, share) => total + share.value, 0)
  const gap = 1.5
  const room = innerWidth - gap * Math.max(0, positive.length - 1)
  let x = 0
  return {
    canvas: positive.map(share => {
      const w = (room * share.value) / sum
      const part = { type: 'rect' as const, x, y: 0, w, h: 10, color: share.colour }
      x += w + gap
      return part
    }),
    margin: [0, 0, 0, 8],
  }
}

function notesPdf({ notes, language }: ReportDocument): Content[] {
  if (notes.length === 0) return []
  const texts = textsIn(language)
  return [
    {
      text: texts.report_notes,
      bold: true,
      fontSize: 15,
      margin: [0, 22, 0, 8],
      tocItem: true,
      headlineLevel: 1,
    },
    ...notes.map(
      ({ title, lines }): Content => ({
        stack: [
          { text: title, bold: true, margin: [0, 6, 0, 2] },
          ...lines.map(text => ({
            text,
            color: quiet,
            lineHeight: 1.25,
            margin: [0, 0, 0, 2] as [number, number, number, number],
          })),
        ],
        unbreakable: true,
      }),
    ),
  ]
}
