import { constants, createInflate, inflateSync } from 'node:zlib'
import { UnreadableFile } from '../../problem.ts'
import { pdfLimits } from './pdf-limits.ts'

/** Streams up to this size are unpacked at once, larger ones piece by piece. */
const smallBytes = 1024 * 1024
/** A stream may be compressed more than once. */
const maxLayers = 4

/**
 * Refuses a PDF that is too large, or whose compressed streams are, before its contents are read. Filters other than
 * deflate are not measured here: the server limits the memory and time of the thread that reads the file. Damaged
 * streams are refused too, because readers of PDF silently leave out what they cannot unpack.
 */
export async function checkStreams(bytes: Uint8Array): Promise<void> {
  if (bytes.length > pdfLimits.fileBytes)
    throw new UnreadableFile('too_large', 1, { value: String(pdfLimits.fileBytes / 1024 / 1024) })
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (countWord(file, ' obj') > pdfLimits.objects) throw new UnreadableFile('pdf_too_complex', 1)
  // Encrypted data may look like anything.
  const isEncrypted = file.includes('/Encrypt')
  let unpacked = 0
  for (const start of findStreams(file)) {
    const size = await unpackedSize(file.subarray(start), pdfLimits.unpackedBytes - unpacked, 1)
    if (size === null && !isEncrypted) throw new UnreadableFile('pdf_damaged', 1)
    unpacked += size ?? 0
    if (unpacked > pdfLimits.unpackedBytes) throw new UnreadableFile('pdf_too_complex', 1)
  }
}

function countWord(file: Buffer, word: string): number {
  let count = 0
  for (let at = file.indexOf(word); at >= 0; at = file.indexOf(word, at + word.length)) count += 1
  return count
}

/** Where the data of streams begin. Dictionaries may name their filter elsewhere, so every stream is looked at. */
function* findStreams(file: Buffer): Iterable<number> {
  const word = 'stream'
  for (let at = file.indexOf(word); at >= 0; at = file.indexOf(word, at + word.length)) {
    let start = at + word.length
    if (file[start] === 0x0d) start += 1
    if (file[start] === 0x0a) start += 1
    if (isDeflated(file, start)) yield start
  }
}

/** The header of zlib data, which readers of PDF require. */
function isDeflated(data: Buffer, at: number): boolean {
  const head = (data[at] ?? 0) * 256 + (data[at + 1] ?? 0)
  return ((data[at] ?? 0) & 0x0f) === 8 && head % 31 === 0
}

/** Null if the data is damaged. */
async function unpackedSize(data: Buffer, budget: number, layer: number): Promise<number | null> {
  let unpacked: Buffer
  try {
    unpacked = inflateSync(data, { maxOutputLength: smallBytes, finishFlush: constants.Z_SYNC_FLUSH })
  } catch (error) {
    return error instanceof RangeError ? measurePieces(data, budget) : null
  }
  const hasMore = layer < maxLayers && isDeflated(unpacked, 0)
  return unpacked.length + (hasMore ? ((await unpackedSize(unpacked, budget, layer + 1)) ?? 0) : 0)
}

async function measurePieces(data: Buffer, budget: number): Promise<number | null> {
  const inflate = createInflate({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: smallBytes })
  inflate.end(data)
  let size = 0
  try {
    for await (const piece of inflate) {
      size += piece.length
      if (size > budget) break
    }
    return size
  } catch {
    return null
  }
}
