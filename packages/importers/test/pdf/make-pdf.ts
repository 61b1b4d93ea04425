import PDFDocument from 'pdfkit'

type Document = InstanceType<typeof PDFDocument>

/** Draws a PDF. Its bytes are the same in every run. */
export async function makePdf(
  draw: (document: Document) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Uint8Array> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 50,
    info: { CreationDate: new Date(0), ModDate: new Date(0) },
    ...options,
  })
  const pieces: Uint8Array[] = []
  document.on('data', (piece: Uint8Array) => pieces.push(piece))
  const ended = new Promise<void>(resolve => document.on('end', resolve))
  draw(document)
  document.end()
  await ended
  return Buffer.concat(pieces)
}

/** A PDF written by hand from its objects, the first being the catalogue. For what no program would write. */
export function writePdf(objects: readonly (string | Uint8Array)[], trailer = ''): Uint8Array {
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = pieces[0]?.length ?? 0
  const push = (piece: Buffer) => {
    pieces.push(piece)
    length += piece.length
  }
  objects.forEach((object, index) => {
    offsets.push(length)
    push(Buffer.from(`${index + 1} 0 obj\n`))
    push(Buffer.from(object))
    push(Buffer.from('\nendobj\n'))
  })
  const start = length
  const entries = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`)
  push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}` +
        `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(pieces)
}

/** The objects of a PDF with one page: catalogue, page tree, page, contents, typeface. More may follow from 6 on. */
export function onePage(
  contents: string | Uint8Array,
  { page = '', stream = '', resources = '' } = {},
): (string | Uint8Array)[] {
  const data = Buffer.from(contents)
  return [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R
       /Resources << /Font << /F1 5 0 R >> ${resources} >> ${page} >>`,
    Buffer.concat([
      Buffer.from(`<< /Length ${data.length} ${stream} >>\nstream\n`),
      data,
      Buffer.from('\nendstream'),
    ]),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
}
