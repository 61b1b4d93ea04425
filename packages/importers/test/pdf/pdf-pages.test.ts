import { describe, expect, it } from 'vitest'
import { isPdf } from '../../src/pdf/file/is-pdf.ts'
import { type PdfPage, readPdfPages } from '../../src/pdf/file/read-pages.ts'
import { UnreadableFile } from '../../src/problem.ts'
import { hostilePdfs } from './hostile-pdfs.ts'
import { makePdf, onePage, writePdf } from './make-pdf.ts'

const texts = (page: PdfPage | undefined) => page?.lines.map(({ text }) => text)

async function refusal(bytes: Uint8Array): Promise<string> {
  try {
    await readPdfPages(bytes)
    return 'read'
  } catch (error) {
    if (error instanceof UnreadableFile) return error.code
    throw error
  }
}

describe('lines of a PDF', () => {
  it('are rows of tables, with blanks between columns and their places', async () => {
    const bytes = await makePdf(document => {
      document.fontSize(9)
      // Written by columns, as many programs do.
      document.text('Units', 50, 120).text('25', 50, 134)
      document.text('Security', 150, 120).text('Alpenwerk AG', 150, 134)
      document.text('Amount', 400, 120, { width: 100, align: 'right' })
      document.text("1'234.50", 400, 134, { width: 100, align: 'right' })
    })
    const [page] = await readPdfPages(bytes)
    expect(texts(page)).toEqual(['Units Security Amount', "25 Alpenwerk AG 1'234.50"])
    expect(page).toMatchObject({ width: 595.28, height: 841.89 })
    const row = page?.lines[1]
    expect(row?.parts.map(({ text }) => text)).toEqual(['25', 'Alpenwerk AG', "1'234.50"])
    expect(row?.parts.map(({ left }) => left)).toEqual([50, 150, 465.8])
    expect(row).toMatchObject({ left: 50, width: 450, height: 9 })
    expect(row?.top).toBeGreaterThan(page?.lines[0]?.top ?? 0)
  })

  it('join words of one piece each, and footnote marks with their line', async () => {
    const bytes = writePdf(
      onePage(
        'BT /F1 10 Tf 1 0 0 1 72 700 Tm [(Pur) -10 (chase) -280 (of) -300 (shares)] TJ ' +
          '/F1 6 Tf 1 0 0 1 172 703.4 Tm (1) Tj /F1 10 Tf 1 0 0 1 72 687 Tm (next) Tj ET',
      ),
    )
    const [page] = await readPdfPages(bytes)
    expect(texts(page)).toEqual(['Purchase of shares 1', 'next'])
  })

  it('contain a text once that is printed twice to look bold', async () => {
    const bytes = writePdf(
      onePage(
        'BT /F1 10 Tf 1 0 0 1 72 700 Tm (Total) Tj 1 0 0 1 72.3 700 Tm (Total) Tj 1 0 0 1 200 700 Tm (Total) Tj ET',
      ),
    )
    expect(texts((await readPdfPages(bytes))[0])).toEqual(['Total Total'])
  })

  it('come before text along the margin, and follow the rotation of the page', async () => {
    const sideways = 'BT /F1 10 Tf 0 1 -1 0 20 300 Tm (Form 4711) Tj ET'
    const upright = 'BT /F1 10 Tf 1 0 0 1 72 300 Tm (A line that is longer) Tj 1 0 0 1 72 200 Tm (End) Tj ET'
    const [page] = await readPdfPages(writePdf(onePage(sideways + upright)))
    expect(texts(page)).toEqual(['A line that is longer', 'End', 'Form 4711'])
    const turned = 'BT /F1 10 Tf 0 1 -1 0 100 50 Tm (First) Tj 0 1 -1 0 120 50 Tm (Second) Tj ET'
    const [landscape] = await readPdfPages(writePdf(onePage(turned, { page: '/Rotate 90' })))
    expect(texts(landscape)).toEqual(['First', 'Second'])
    expect(landscape).toMatchObject({ width: 842, height: 595 })
  })

  it('contain nothing from outside of the page', async () => {
    const bytes = writePdf(
      onePage('BT /F1 10 Tf 1 0 0 1 72 700 Tm (shown) Tj 1 0 0 1 72 2000 Tm (hidden) Tj ET'),
    )
    expect(texts((await readPdfPages(bytes))[0])).toEqual(['shown'])
  })
})

describe('a PDF', () => {
  it('is recognized by its first bytes', () => {
    expect(isPdf(Buffer.from('\n%PDF-1.4'))).toBe(true)
    expect(isPdf(Buffer.from('Note;%PDF-1.4'))).toBe(false)
  })

  it('is refused with a password, and read if its password only forbids printing', async () => {
    const draw = (document: PDFKit.PDFDocument) => void document.text('Secret')
    expect(await refusal(await makePdf(draw, { userPassword: 'x', ownerPassword: 'y' }))).toBe('pdf_password')
    expect(await refusal(await makePdf(draw, { ownerPassword: 'y' }))).toBe('read')
  })

  it('is refused as a scan if it has no text', async () => {
    expect(await refusal(await makePdf(document => void document.rect(50, 50, 400, 600).fill('grey')))).toBe(
      'pdf_no_text',
    )
  })

  it('is refused if its characters have no meaning outside of the file', async () => {
    const [catalog, pages, page, contents] = onePage('BT /F1 12 Tf 72 720 Td <0001000200030004> Tj ET')
    const font =
      '<< /Type /Font /Subtype /Type0 /BaseFont /Secret /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 8 0 R >>'
    const descendant =
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Secret /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R >>'
    const descriptor =
      '<< /Type /FontDescriptor /FontName /Secret /Flags 4 /FontBBox [0 0 1 1] /ItalicAngle 0 /Ascent 0 /Descent 0 /CapHeight 0 /StemV 0 >>'
    const map = '1 beginbfrange\n<0001> <0004> <E001>\nendbfrange'
    const objects = [catalog, pages, page, contents, font, descendant, descriptor].map(object => object ?? '')
    const bytes = writePdf([...objects, `<< /Length ${map.length} >>\nstream\n${map}\nendstream`])
    expect(await refusal(bytes)).toBe('pdf_no_characters')
  })

  it('is refused as a whole if a page of it is damaged or missing', async () => {
    const bytes = Buffer.from(
      await makePdf(document => {
        document.text('Page 1').addPage().text('Page 2')
      }),
    )
    expect(await refusal(bytes)).toBe('read')
    expect(await refusal(bytes.subarray(0, bytes.length / 3))).toBe('pdf_damaged')
    expect(await refusal(Buffer.from('%PDF-1.7\n'))).toBe('pdf_damaged')
  })

  it('is refused if a byte of its compressed text is wrong, instead of losing the rest of the page', async () => {
    const bytes = await makePdf(document => {
      for (let row = 1; row <= 40; row += 1) document.text(`Row ${row} ${row * 7919}`)
    })
    const start = Buffer.from(bytes).indexOf('stream\n') + 7
    for (const at of [40, 90, 140, 190, 240]) {
      const wrong = Buffer.from(bytes)
      wrong[start + at] = (wrong[start + at] ?? 0) ^ 0x55
      expect(await refusal(wrong), String(at)).toBe('pdf_damaged')
    }
  })

  it('is refused with more pages than a statement has', async () => {
    const bytes = await makePdf(document => {
      for (let number = 2; number <= 301; number += 1) document.addPage()
      document.text('end')
    })
    expect(await refusal(bytes)).toBe('pdf_too_many_pages')
  })

  it('runs no script and fetches nothing', async () => {
    const page =
      '/AA << /O << /S /JavaScript /JS (globalThis.hasRun = true) >> >> /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (http://127.0.0.1:9/) >> >>]'
    const [catalog, ...others] = onePage('BT /F1 12 Tf 72 720 Td (Text) Tj ET', { page })
    const open = `${String(catalog).slice(0, -2)} /OpenAction << /S /JavaScript /JS (globalThis.hasRun = true) >> >>`
    const fetched: unknown[] = []
    const { fetch } = globalThis
    globalThis.fetch = async (...call) => {
      fetched.push(call)
      throw new Error('no network')
    }
    try {
      expect(await refusal(writePdf([open, ...others]))).toBe('read')
    } finally {
      globalThis.fetch = fetch
    }
    expect(fetched).toEqual([])
    expect(globalThis).not.toHaveProperty('hasRun')
  })
})

const read = 'read'
/** Those without a result are ended by the server only, whose test reads them. */
const results: Readonly<Record<string, string>> = {
  'a deflate bomb': 'pdf_too_complex',
  'a bomb in a bomb': 'pdf_too_complex',
  'a bomb whose filter is named elsewhere': 'pdf_too_complex',
  'a form that draws itself': 'pdf_damaged',
  'pages that contain each other': 'pdf_damaged',
  'a billion pages': 'pdf_no_text',
  'arrays nested a million times': 'pdf_damaged',
  'contents nested a million times': 'pdf_damaged',
  'a reference to itself': 'pdf_damaged',
  'a table that is its own predecessor': read,
  'a million objects': 'pdf_too_complex',
  'a page of a million texts': 'pdf_too_complex',
  'a page as large as a country': read,
  'a text of infinite size': read,
  noise: 'pdf_damaged',
}

describe('hostile PDFs', () => {
  it.each(Object.entries(results))('end soon: %s', async (name, result) => {
    const bytes = hostilePdfs[name]?.() ?? new Uint8Array()
    const before = process.threadCpuUsage()
    expect(await refusal(bytes)).toBe(result)
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(20_000)
  })
})
