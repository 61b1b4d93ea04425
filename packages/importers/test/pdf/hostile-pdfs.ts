import { brotliCompressSync, constants, deflateRawSync, deflateSync } from 'node:zlib'
import { onePage, writePdf } from './make-pdf.ts'

const text = 'BT /F1 12 Tf 72 720 Td (Purchase 10 shares) Tj ET'
const form = (contents: string, resources: string) =>
  `<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << ${resources} >> /Length ${contents.length} >>\nstream\n${contents}\nendstream`

/** Deflated blanks of 300 MB, put together from equal blocks. */
function deflateBomb(): Uint8Array {
  const block = deflateRawSync(Buffer.alloc(1e6, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array.from({ length: 300 }, () => block)])
}

/** LZW data: one code again and again makes ever longer strings. */
function lzwBomb(codes: number): Uint8Array {
  // 12 bits each; the table of strings is never cleared.
  const bytes = Buffer.alloc(Math.ceil((codes * 12) / 8) + 16)
  let bits = 0
  const write = (code: number, width: number) => {
    for (let bit = width - 1; bit >= 0; bit -= 1) {
      if ((code >> bit) & 1) bytes[bits >> 3] = (bytes[bits >> 3] ?? 0) | (0x80 >> (bits & 7))
      bits += 1
    }
  }
  write(256, 9)
  write(32, 9)
  for (let next = 258; next < 4095; next += 1)
    write(next, next < 511 ? 9 : next < 1023 ? 10 : next < 2047 ? 11 : 12)
  for (let index = 4095; index < codes; index += 1) write(4094, 12)
  return bytes
}

/** Forms that draw the next one ten times: ten pages of text become 10^levels. */
function nestedForms(levels: number): Uint8Array {
  const draws = '/X Do '.repeat(10)
  const forms = Array.from({ length: levels }, (_, level) =>
    form(
      level === levels - 1 ? 'BT /F1 9 Tf 72 72 Td (a) Tj ET' : draws,
      level === levels - 1 ? '/Font << /F1 5 0 R >>' : `/XObject << /X ${7 + level} 0 R >>`,
    ),
  )
  return writePdf([...onePage(draws, { resources: '/XObject << /X 6 0 R >>' }), ...forms])
}

/** PDFs that cost a careless reader much time or memory, or make it run or fetch something. */
export const hostilePdfs: Readonly<Record<string, () => Uint8Array>> = {
  'a deflate bomb': () => writePdf(onePage(deflateBomb(), { stream: '/Filter /FlateDecode' })),
  'a bomb in a bomb': () =>
    writePdf(
      onePage(deflateSync(deflateBomb()), {
        stream: '/Filter [/FlateDecode /FlateDecode]',
      }),
    ),
  'a bomb whose filter is named elsewhere': () =>
    writePdf([...onePage(deflateBomb(), { stream: '/Filter 6 0 R' }), '/FlateDecode']),
  'an LZW bomb': () => writePdf(onePage(lzwBomb(1_000_000), { stream: '/Filter /LZWDecode' })),
  'a Brotli bomb': () =>
    writePdf(
      onePage(
        brotliCompressSync(Buffer.alloc(600e6, ' '), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
        { stream: '/Filter /BrotliDecode' },
      ),
    ),
  'forms that multiply': () => nestedForms(9),
  'a form that draws itself': () =>
    writePdf([
      ...onePage('/X Do', { resources: '/XObject << /X 6 0 R >>' }),
      form('/X Do', '/XObject << /X 6 0 R >>'),
    ]),
  'pages that contain each other': () =>
    writePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 2 >>',
      '<< /Type /Pages /Kids [2 0 R] /Count 1 /Parent 2 0 R >>',
    ]),
  'a billion pages': () =>
    writePdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 1000000000 >>']),
  'arrays nested a million times': () => writePdf([...onePage(text, { page: `/Annots ${'['.repeat(1e6)}` })]),
  'contents nested a million times': () => writePdf(onePage(`${'['.repeat(1e6)} ${text}`)),
  'a reference to itself': () =>
    writePdf(['1 0 R', '<< /Type /Pages /Kids [2 0 R] /Count 1 /Parent 2 0 R >>']),
  'a cross-reference table of two billion entries': () =>
    Buffer.from(
      '%PDF-1.7\n1 0 obj\n<< /Type /XRef /Size 2147483647 /W [0 0 0] /Index [0 2147483647] /Root 2 0 R /Length 0 >>\n' +
        'stream\n\nendstream\nendobj\nstartxref\n9\n%%EOF\n',
    ),
  'a table that is its own predecessor': () => writePdf(onePage(text), '/Prev 9'),
  'a million objects': () => Buffer.from(`%PDF-1.7\n${'1 0 obj\n<<>>\nendobj\n'.repeat(600_000)}`),
  'a page of a million texts': () =>
    writePdf(
      onePage(
        deflateSync(`BT /F1 1 Tf ${'1 0 0 1 9 9 Tm (a) Tj 1 0 0 1 90 90 Tm (b) Tj '.repeat(500_000)} ET`),
        { stream: '/Filter /FlateDecode' },
      ),
    ),
  'a page as large as a country': () =>
    writePdf(onePage(text, { page: '/MediaBox [-1e38 -1e38 1e38 1e38] /UserUnit 1e30' })),
  'a text of infinite size': () => writePdf(onePage('BT /F1 1e308 Tf 1e308 0 0 1e308 1e308 0 Tm (a) Tj ET')),
  noise: () => Buffer.from(`%PDF-1.7\n${'\u0001\u0002<<[(%stream\n'.repeat(100_000)}`),
}
