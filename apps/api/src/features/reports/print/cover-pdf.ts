import { formatAmount, formatPercent } from '@plumbline/contract/format'
import { fillText, textsIn } from '@plumbline/contract/texts'
import type { Content } from 'pdfmake/interfaces.js'
import { type Headline, type ReportDocument, readerLocale } from '../document.ts'
import { createTag, type Tag, tagText } from './tags.ts'
import { accent, ink, innerWidth, page, quiet, rule } from './theme.ts'

const left = 112.5
const width = page.width - left - page.margin

/** The cover: the plumb line, the family, and the equation of the headline. */
export function coverPdf(document: ReportDocument): Content[] {
  const texts = textsIn(document.language)
  const facts = createTag('Table')
  return [
    {
      canvas: [
        { type: 'line', x1: 72, y1: 0, x2: 72, y2: 272, lineWidth: 0.75, lineColor: accent },
        {
          type: 'polyline',
          closePath: true,
          color: accent,
          points: [
            { x: 66, y: 272 },
            { x: 78, y: 272 },
            { x: 78, y: 280 },
            { x: 72, y: 304 },
            { x: 66, y: 280 },
          ],
        },
      ],
      absolutePosition: { x: 0, y: 0 },
    },
    at(198, text('P', texts[`report_type_${document.type}`], { color: quiet, fontSize: 9 })),
    at(214, text('H1', document.family, { ...titleSize(document.family), bold: true })),
    at(268, text('P', document.subtitle, { color: quiet, fontSize: 12.5, lineHeight: 1.25 })),
    at(376, equation(document)),
    at(598, {
      table: {
        widths: [106, width - 106],
        body: document.facts.map(({ label, value }) => factRow(facts, label, value)),
      },
      layout: { defaultBorder: false, paddingLeft: () => 0, paddingTop: () => 2.5, paddingBottom: () => 2.5 },
      fontSize: 8.25,
    }),
    at(754, text('P', 'Plumbline', { bold: true, fontSize: 9.75 })),
    at(773, {
      ...text(
        'P',
        fillText(texts.report_made_from, {
          made: document.made,
          count: formatAmount(document.transactions, readerLocale(document), { decimals: 0 }),
        }),
        { color: quiet, fontSize: 7 },
      ),
    }),
    { text: '', pageBreak: 'after' },
  ]
}

/** A long name gets a smaller size; a name is broken only if it does not fit a line. */
function titleSize(name: string): object {
  return name.length <= 24 ? { fontSize: 28, noWrap: true } : { fontSize: 19 }
}

function factRow(table: Tag, label: string, value: string): object[] {
  const row = createTag('TR', table)
  return [
    { text: tagText(createTag('TH', row, { scope: 'Row' }), label), color: quiet },
    { text: tagText(createTag('TD', row), value) },
  ]
}

/** The terms line by line and their result below, so that no figure has to share a line. */
function equation(document: ReportDocument): object {
  const [result, ...terms] = document.headline
  if (result === undefined) return { text: '' }
  const texts = textsIn(document.language)
  const tag = createTag('Table')
  const header = createTag('TR', tag)
  const head = { color: quiet, fontSize: 8.25 }
  const lines = [
    // The first term starts the sum, so it has no sign.
    ...terms.map((term, index) => (index === 0 ? { ...term, sign: '' as const } : term)),
    { ...result, sign: terms.length > 0 ? ('=' as const) : ('' as const) },
  ]
  return {
    table: {
      widths: [12, '*', 'auto'],
      body: [
        [
          {
            text: tagText(
              createTag('TH', header, { scope: 'Column', columnSpan: 2 }),
              terms.length > 0 ? texts.report_head_equation : '',
            ),
            colSpan: 2,
            ...head,
          },
          {},
          {
            text: tagText(createTag('TH', header, { scope: 'Column' }), document.currency),
            alignment: 'right',
            ...head,
          },
        ],
        ...lines.map((line, index) => termRow(document, line, tag, index === lines.length - 1)),
      ],
    },
    layout: {
      hLineWidth: (line: number, { table }: { table: { body: unknown[] } }) =>
        line === 0 || line === table.body.length ? 0 : 0.75,
      hLineColor: (line: number, { table }: { table: { body: unknown[] } }) =>
        line === 1 || line === table.body.length - 1 ? ink : rule,
      vLineWidth: () => 0,
      paddingLeft: () => 0,
      paddingRight: (column: number) => (column === 2 ? 0 : 6),
      paddingTop: () => 7,
      paddingBottom: () => 7,
    },
    width,
  }
}

function termRow(document: ReportDocument, term: Headline, table: Tag, isResult: boolean): object[] {
  const { currency } = document
  const locale = readerLocale(document)
  const { shown, sign } = toTerm(term.sign, term.value)
  const row = createTag('TR', table)
  const figure =
    term.kind === 'money' ? formatAmount(shown, locale, { currency }) : formatPercent(shown, locale)
  const label = createTag('TH', row, { scope: 'Row' })
  const parts = describeParts(term, document)
  return [
    { text: tagText(label, sign), color: quiet, fontSize: 10, margin: [0, 1, 0, 0] },
    {
      stack: [
        { text: tagText(label, term.label), bold: isResult, fontSize: 10 },
        ...(parts === ''
          ? []
          : [{ text: tagText(label, parts), color: quiet, fontSize: 8, margin: [0, 2, 0, 0] }]),
      ],
    },
    {
      text: tagText(createTag('TD', row), figure),
      bold: true,
      alignment: 'right',
      noWrap: true,
      fontSize: isResult ? 16 : 11.5,
    },
  ]
}

/** What a term consists of: '75,868.14 in, 407,801.63 out'. Empty if a part is unknown or they are nothing. */
function describeParts({ parts = [] }: Headline, document: ReportDocument): string {
  const known = parts.flatMap(({ text, value }) => (value === null ? [] : [{ text, value }]))
  if (known.length < parts.length || known.every(({ value }) => value === 0)) return ''
  const texts = textsIn(document.language)
  const locale = readerLocale(document)
  const { currency } = document
  return known
    .map(({ text, value }) => {
      // In and out say the direction; realized and unrealized need their sign.
      const isDirected = text === 'report_part_in' || text === 'report_part_out'
      const amount = formatAmount(isDirected ? Math.abs(value) : value, locale, { currency })
      return fillText(texts[text], { amount })
    })
    .join(', ')
}

/** A term of the equation: adding a negative figure is written as subtracting it. */
function toTerm(
  sign: Headline['sign'],
  value: number | null,
): { sign: Headline['sign']; shown: number | null } {
  if (value === null || value >= 0 || (sign !== '+' && sign !== '−')) return { sign, shown: value }
  return { sign: sign === '+' ? '−' : '+', shown: -value }
}

function text(type: 'H1' | 'P', words: string, style: object): object {
  return { text: tagText(createTag(type), words), ...style }
}

function at(y: number, content: object): Content {
  // Absolutely positioned content of a kind that pdfmake knows.
  return { ...content, absolutePosition: { x: left, y }, maxWidth: innerWidth } as unknown as Content
}
