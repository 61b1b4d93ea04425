import { isZip, readZip } from '../archive/zip.ts'
import { limits } from '../limits.ts'
import { UnreadableFile } from '../problem.ts'
import type { ReadContext, Reading } from '../reading.ts'
import { decode } from '../text/decode.ts'
import { buildClientTree } from './client-tree.ts'
import { readClient, readPortfolioPerformanceXml } from './read-xml.ts'

const binaryMark = 'PPPBV1'
const encryptedMark = 'PORTFOLIO'
const members = /^data\.(xml|portfolio)$/

const startsWith = (bytes: Uint8Array, mark: string): boolean =>
  [...mark].every((char, index) => bytes[index] === char.charCodeAt(0))

/** The name of the first file in a ZIP archive. */
function firstName(bytes: Uint8Array): string {
  const length = (bytes[26] ?? 0) + (bytes[27] ?? 0) * 256
  return new TextDecoder().decode(bytes.subarray(30, 30 + length))
}

/**
 * Reads a `.portfolio` archive: a ZIP with one file, either XML or the binary form that newer versions write. Null for
 * other files. Encrypted files are refused.
 */
export function readPortfolioArchive(bytes: Uint8Array, context: ReadContext = {}): Reading | null {
  // The reader of texts refuses files that are too large.
  if (bytes.length > limits.fileBytes) return null
  if (startsWith(bytes, encryptedMark)) throw new UnreadableFile('encrypted', 1)
  if (startsWith(bytes, binaryMark)) return readBinary(bytes, context)
  if (!isZip(bytes) || !members.test(firstName(bytes))) return null
  const [content] = readZip(bytes, undefined, name => members.test(name)).values()
  if (!content) throw new UnreadableFile('bad_archive', 1, { value: 'its data is missing' })
  return startsWith(content, binaryMark)
    ? readBinary(content, context)
    : readPortfolioPerformanceXml(decode(content).text, context)
}

function readBinary(bytes: Uint8Array, context: ReadContext): Reading {
  return readClient(buildClientTree(bytes.subarray(binaryMark.length)), context)
}
