/** Upper limits of a PDF. The text of a statement of 100 pages stays far below each of them. */
export const pdfLimits = {
  fileBytes: 20 * 1024 * 1024,
  pages: 300,
  /** Objects that the file declares. */
  objects: 100_000,
  /** Data that the compressed streams of the file unpack to. */
  unpackedBytes: 256 * 1024 * 1024,
  /** Pieces of text on one page and in the whole file. */
  pageItems: 50_000,
  items: 400_000,
  lineChars: 5000,
} as const
