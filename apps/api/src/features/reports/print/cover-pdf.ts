import { formatAmount, formatPercent } from '@plumbline/contract/format'
import { fillText, textsIn } from '@plumbline/contract/texts'
import type { Content } from 'pdfmake/interfaces.js'
import type { Headline, ReportDocument } from '../document.ts'
import { accent, ink, innerWidth, page, quiet, rule } from './theme.ts'

const left = 112.5
const width = page.width - left - page.margin

/** The cover: the plumb line, the family, and the equation of the headline. */
export function coverPdf(document: ReportDocument): Content[] {
  const texts = textsIn(document.language)
  return [
    {
      canvas: [
        { type: 'line', x1: 72, y1: 0, x2: 72, y2: 322, lineWidth: 0.75, lineColor: accent },
        {
          type: 'polyline',
          closePath: true,
          color: accent,
          points: [
            { x: 66, y: 322 },
            { x: 78, y: 322 },
            { x: 78, y: 330 },
            { x: 72, y: 354 },
            { x: 66, y: 330 },
          ],
        },
      ],
      absolutePosition: { x: 0, y: 0 },
    },
    at(248, { text: texts[`report_type_${document.type}`], color: quiet, fontSize: 9 }),
    at(264, { text: document.family, bold: true, fontSize: 28, characterSpacing: -0.5 }),
    at(306, { text: document.subtitle, color: quiet, fontSize: 13, lineHeight: 1.25 }),
    at(450, { canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.75, lineColor: ink }] }),
    at(462, { columns: document.headline.map(figure => headline(document, figure)), columnGap: 12 }),
    at(506, { canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.5, lineColor: rule }] }),
    at(524, {
      table: {
        widths: [100, width - 100],
        body: document.facts.map(({ label, value }) => [{ text: label, color: quiet }, { text: value }]),
      },
      layout: { defaultBorder: false, paddingLeft: () => 0, paddingTop: () => 2.5, paddingBottom: () => 2.5 },
      fontSize: 8.25,
    }),
    at(754, { text: 'Plumbline', bold: true, fontSize: 9.75 }),
    at(773, {
      text: fillText(texts.report_made_from, {
        made: document.made,
        count: formatAmount(document.transactions, document.language, { decimals: 0 }),
      }),
      color: quiet,
      fontSize: 7,
    }),
    { text: '', pageBreak: 'after' },
  ]
}

function headline({ language, currency }: ReportDocument, { label, sign, value, kind }: Headline) {
  const { shown, sign: shownSign } = toTerm(sign, value)
  const text = kind === 'money' ? formatAmount(shown, language, { currency }) : formatPercent(shown, language)
  return {
    stack: [
      { text: label, color: quiet, fontSize: 8.25, margin: [0, 0, 0, 3] as [number, number, number, number] },
      {
        text: [
          ...(shownSign ? [{ text: `${shownSign} `, color: quiet }] : []),
          { text, bold: true, characterSpacing: -0.2 },
        ],
        fontSize: 13,
      },
    ],
  }
}

/** A term of the equation: adding a negative figure is written as subtracting it. */
function toTerm(
  sign: Headline['sign'],
  value: number | null,
): { sign: Headline['sign']; shown: number | null } {
  if (value === null || value >= 0 || (sign !== '+' && sign !== '−')) return { sign, shown: value }
  return { sign: sign === '+' ? '−' : '+', shown: -value }
}

function at(y: number, content: object): Content {
  // Absolutely positioned content of a kind that pdfmake knows.
  return { ...content, absolutePosition: { x: left, y }, maxWidth: innerWidth } as unknown as Content
}
