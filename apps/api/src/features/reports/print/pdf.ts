import path from 'node:path'
import { formatAmount, formatDate } from '@plumbline/contract/format'
import { fillText, textsIn } from '@plumbline/contract/texts'
import pdfmake from 'pdfmake'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { Reader, ReportChart, ReportDocument, ReportSection } from '../document.ts'
import { chartSvg } from './chart-svg.ts'
import { coverPdf } from './cover-pdf.ts'
import { roundDocument } from './round-document.ts'
import { findSeparated, tablePdf } from './tables-pdf.ts'
import { tagDocuments } from './tagged-renderer.ts'
import { artifact, createTag, tagText } from './tags.ts'
import { ink, innerWidth, page, quiet, rule } from './theme.ts'

const fonts = path.join(import.meta.dirname, 'fonts')

// Inter with tabular digits as default glyphs. As a font feature they would be selected for every word, which
// takes four times as long.
pdfmake.setFonts({
  Inter: { normal: path.join(fonts, 'inter-400.ttf'), bold: path.join(fonts, 'inter-600.ttf') },
})
tagDocuments()
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
    // Page breaks are known only after layout: lay out again with the row moved to the page of what belongs to it.
    for (const key of layout.orphaned) layout.withBreak.add(key)
    layout.orphaned.clear()
  }
}

interface Layout {
  pages: number
  /** Rows that start a new page. */
  withBreak: Set<string>
  /** Rows whose subtotal or total was left alone on the next page, and headings left alone on theirs. */
  orphaned: Set<string>
}

function layOut(document: ReportDocument, layout: Layout): TDocumentDefinitions {
  const texts = textsIn(document.language)
  const date = (day: string) => formatDate(day, document.dateFormat, document.language)
  const { from, to } = document
  const days = from === to ? date(to) : `${date(from)} – ${date(to)}`
  return {
    version: '1.7',
    tagged: true,
    displayTitle: true,
    language: document.language,
    pageSize: 'A4',
    pageMargins: [page.margin, 72, page.margin, 60],
    defaultStyle: { font: 'Inter', fontSize: 8.5, color: ink },
    info: { title: `${document.name}, ${document.family}`, creator: 'Plumbline', producer: 'Plumbline' },
    header: number =>
      number === 1
        ? null
        : {
            columns: [
              { text: tagText(artifact, document.family) },
              {
                text: tagText(artifact, `${document.name}, ${days}, ${document.currency}`),
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
                  { text: tagText(artifact, 'Plumbline') },
                  { text: tagText(artifact, document.made), alignment: 'center' },
                  {
                    text: tagText(artifact, `${number} ${texts.report_page_of} ${count}`),
                    alignment: 'right',
                  },
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
      {
        toc: {
          title: {
            text: tagText(createTag('H1'), texts.report_contents),
            bold: true,
            fontSize: 15,
            margin: [0, 0, 0, 8],
          },
        },
      },
      ...document.sections.flatMap((section, index) =>
        sectionPdf(section, document, layout.withBreak, index),
      ),
      ...notesPdf(document),
    ],
    pageBreakBefore: (node, { getFollowingNodesOnPage, getNodesOnNextPage }) => {
      const key = findSeparated(node.id, getNodesOnNextPage)
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
  const svg = chart ? chartSvg(chart, reader) : null
  return [
    sectionTitle(title),
    ...(chart && svg
      ? [
          {
            text: tagText(createTag('H2'), [
              { text: chart.title, bold: true },
              { text: ` ${chart.unit}`, color: quiet },
            ]),
            margin: [0, 0, 0, 4] as [number, number, number, number],
          },
          {
            svg,
            margin: [0, 0, 0, 10] as [number, number, number, number],
            ...{ tag: createTag('Figure', null, { alt: describeChart(chart, reader) }) },
          },
        ]
      : []),
    ...(shares && shares.length > 0 ? [shareBar(shares, reader)] : []),
    ...tables.flatMap((table, index) => {
      const key = `table ${place}.${index}`
      return tablePdf(table, reader, { key, withBreak })
    }),
  ]
}

/** The table of contents repeats the text, so it carries no tag; the renderer recognises it. */
function sectionTitle(title: string): Content {
  return {
    text: title,
    bold: true,
    fontSize: 15,
    margin: [0, 22, 0, 8],
    tocItem: true,
    headlineLevel: 1,
  }
}

/** What a reader hears in place of the chart. */
function describeChart(
  { title, days, values }: ReportChart,
  { language, dateFormat, currency }: Reader,
): string {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, day: days[index] ?? 0 }]))
  const date = (day: number | undefined) =>
    formatDate(new Date((day ?? 0) * 86_400_000).toISOString().slice(0, 10), dateFormat, language)
  const amount = (value: number | undefined) =>
    formatAmount(value ?? null, language, { ...(currency && { currency }) })
  const first = known[0]
  const last = known.at(-1)
  return fillText(textsIn(language).report_chart_alt, {
    title,
    from: date(first?.day),
    to: date(last?.day),
    first: amount(first?.value),
    last: amount(last?.value),
  })
}

function shareBar(shares: NonNullable<ReportSection['shares']>, { language }: Reader): Content {
  const tag = createTag('Figure', null, { alt: textsIn(language).report_shares_alt })
  const positive = shares.filter(share => share.value > 0)
  const sum = positive.reduce((total, share) => total + share.value, 0)
  const gap = 1.5
  const room = innerWidth - gap * Math.max(0, positive.length - 1)
  let x = 0
  return {
    canvas: positive.map(share => {
      const w = (room * share.value) / sum
      const part = { type: 'rect' as const, x, y: 0, w, h: 10, color: share.colour, tag }
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
    sectionTitle(texts.report_notes),
    ...notes.map(
      ({ title, lines }): Content => ({
        stack: [
          { text: tagText(createTag('H2'), title), bold: true, margin: [0, 6, 0, 2] },
          ...lines.map(text => ({
            text: tagText(createTag('P'), text),
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
