import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs'
import { UnreadableFile } from '../../problem.ts'
import { checkStreams } from './check-streams.ts'
import { joinLines, type PageLine, type TextItem } from './page-lines.ts'
import { pdfLimits } from './pdf-limits.ts'

/** The lines of a page with their places, in points from its top left corner. */
export interface PdfPage {
  readonly width: number
  readonly height: number
  readonly lines: readonly PageLine[]
}

type Pdfjs = typeof import('unpdf/pdfjs')

/**
 * Reads the text of a PDF. Scripts are not run, fonts and images are not drawn, nothing is fetched. A page that
 * cannot be read in full makes the file unreadable: half a page could be a wrong statement.
 */
export async function readPdfPages(bytes: Uint8Array): Promise<PdfPage[]> {
  await checkStreams(bytes)
  // Loaded with the first PDF: most processes never read one.
  const pdfjs: Pdfjs = await import('unpdf/pdfjs')
  const document = await openDocument(pdfjs, bytes)
  try {
    if (document.numPages > pdfLimits.pages)
      throw new UnreadableFile('pdf_too_many_pages', 1, { value: String(pdfLimits.pages) })
    const pages: PdfPage[] = []
    let items = 0
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await readPage(document, number)
      items += page.items.length
      if (items > pdfLimits.items) throw new UnreadableFile('pdf_too_complex', 1)
      pages.push({ width: page.width, height: page.height, lines: joinLines(page.items) })
    }
    checkText(pages)
    return pages
  } finally {
    await document.loadingTask.destroy().catch(() => {})
  }
}

async function openDocument(pdfjs: Pdfjs, bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const task = pdfjs.getDocument({
    // A copy, because the library takes the buffer over.
    data: new Uint8Array(bytes),
    verbosity: pdfjs.VerbosityLevel.ERRORS,
    stopAtErrors: true,
    isEvalSupported: false,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    disableAutoFetch: true,
    disableRange: true,
    disableStream: true,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    maxImageSize: 1,
  })
  try {
    return await task.promise
  } catch (error) {
    await task.destroy().catch(() => {})
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw new UnreadableFile(isLocked ? 'pdf_password' : 'pdf_damaged', 1)
  }
}

interface PageText {
  readonly width: number
  readonly height: number
  readonly items: readonly TextItem[]
}

async function readPage(document: PDFDocumentProxy, number: number): Promise<PageText> {
  try {
    const page = await document.getPage(number)
    const text = await readItems(page)
    page.cleanup()
    return text
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile('pdf_damaged', 1)
  }
}

async function readItems(page: PDFPageProxy): Promise<PageText> {
  const { width, height, transform } = page.getViewport({ scale: 1 })
  const items: TextItem[] = []
  const reader = page.streamTextContent({ includeMarkedContent: false }).getReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    for (const item of value.items) {
      const placed = placeItem(item, transform)
      if (isOnPage(placed, width, height)) items.push(placed)
    }
    if (items.length > pdfLimits.pageItems) {
      await reader.cancel(new Error('too much text'))
      throw new UnreadableFile('pdf_too_complex', 1)
    }
  }
  return { width, height, items }
}

interface PdfTextItem {
  readonly str: string
  readonly transform: readonly number[]
  readonly width: number
}

/** From the coordinates of the file, which begin at the bottom, to those of the page as it is shown. */
function placeItem({ str, transform, width }: PdfTextItem, view: readonly number[]): TextItem {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = view
  const [ta = 1, tb = 0, tc = 0, td = 1, x = 0, y = 0] = transform
  const along = { x: a * ta + c * tb, y: b * ta + d * tb }
  const across = { x: a * tc + c * td, y: b * tc + d * td }
  return {
    text: str,
    x: a * x + c * y + e,
    y: b * x + d * y + f,
    length: width,
    fontSize: Math.hypot(across.x, across.y) || Math.hypot(along.x, along.y),
    angle: (Math.atan2(along.y, along.x) * 180) / Math.PI,
  }
}

/** Text beside the page is not shown to anybody, so it is no part of the statement. */
function isOnPage({ x, y }: TextItem, width: number, height: number): boolean {
  return x >= -1 && y >= -1 && x <= width + 1 && y <= height + 1
}

/** Refuses scans, and typefaces whose characters have no meaning outside of the file. */
function checkText(pages: readonly PdfPage[]): void {
  let known = 0
  let unknown = 0
  for (const { lines } of pages)
    for (const { text } of lines)
      for (const char of text) {
        if (/[\p{L}\p{N}]/u.test(char)) known += 1
        else if (/[\p{Co}\p{Cn}\ufffd]/u.test(char)) unknown += 1
      }
  if (unknown > known / 10) throw new UnreadableFile('pdf_no_characters', 1)
  if (known === 0) throw new UnreadableFile('pdf_no_text', 1)
}
