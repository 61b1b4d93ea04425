import { limits } from '../limits.ts'
import { UnreadableFile } from '../problem.ts'
import { type Encoding, guessEncoding, readByteOrderMark } from './encoding.ts'

export interface Decoded {
  readonly text: string
  readonly encoding: Encoding
}

/**
 * Decodes bytes. A byte order mark decides, then the caller, then the content. Bytes that are not valid in their
 * encoding are rejected with their line: replaced characters would change names silently. Line ends become `\n`.
 */
export function decode(bytes: Uint8Array, wanted?: Encoding): Decoded {
  checkSize(bytes)
  rejectContainers(bytes)
  const encoding = readByteOrderMark(bytes) ?? wanted ?? guessEncoding(bytes)
  const text = decodeStrictly(bytes, encoding)
  rejectBinary(text)
  return { text: text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text, encoding }
}

export function checkSize(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new UnreadableFile('empty', 1)
  if (bytes.length > limits.fileBytes)
    throw new UnreadableFile('too_large', 1, { value: String(limits.fileBytes / 1024 / 1024) })
}

function decodeStrictly(bytes: Uint8Array, encoding: Encoding): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    const text = new TextDecoder(encoding).decode(bytes)
    rejectBinary(text.replaceAll('\ufffd', ''))
    const at = text.indexOf('\ufffd')
    const line = text.slice(0, Math.max(at, 0)).split(/\r\n?|\n/).length
    throw new UnreadableFile('bad_encoding', line, { value: encoding.toUpperCase() })
  }
}

export function startsWith(bytes: Uint8Array, head: readonly number[]): boolean {
  return head.every((byte, index) => bytes[index] === byte)
}

const containers: readonly [head: readonly number[], name: string][] = [
  [[0x1f, 0x8b], 'gzip'],
  [[0x42, 0x5a, 0x68], 'bzip2'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'xz'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'zstd'],
  [[0x37, 0x7a, 0xbc, 0xaf], '7z'],
  [[0x52, 0x61, 0x72, 0x21], 'rar'],
]

/**
 * Rejects compressed files by their first bytes and never unpacks them, so that a few kilobytes cannot become
 * gigabytes. Workbooks are ZIP files too and are opened before.
 */
function rejectContainers(bytes: Uint8Array): void {
  for (const [head, name] of containers)
    if (startsWith(bytes, head)) throw new UnreadableFile('compressed', 1, { value: name })
  if (startsWith(bytes, [0x50, 0x4b])) throw new UnreadableFile('compressed', 1, { value: 'ZIP' })
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46])) throw new UnreadableFile('pdf', 1)
}

/** Rejects text with many control characters: it is binary data or in an unsupported encoding. */
function rejectBinary(text: string): void {
  const head = text.slice(0, 100_000)
  let strange = 0
  for (let index = 0; index < head.length; index += 1) {
    const code = head.charCodeAt(index)
    if (code === 0 || code === 0xfffd) strange += 10
    else if (
      (code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 12) ||
      (code > 126 && code < 160)
    )
      strange += 1
  }
  if (strange > 10 + head.length / 20) throw new UnreadableFile('not_text', 1)
}
