import { crc32, inflateRawSync } from 'node:zlib'
import { limits } from '../limits.ts'
import { UnreadableFile } from '../problem.ts'

/** What an archive may unpack to. Its own statements about sizes are not trusted. */
export interface ZipLimits {
  readonly entries: number
  readonly totalBytes: number
  /** Unpacked bytes for each packed byte of an entry. Text rarely exceeds 50. */
  readonly ratio: number
}

export const zipLimits: ZipLimits = {
  entries: 2000,
  totalBytes: 4 * limits.fileBytes,
  ratio: 500,
}

const localHeader = 0x04034b50
const centralHeader = 0x02014b50
const endOfDirectory = 0x06054b50
const endOfDirectoryBytes = 22
const maxCommentBytes = 0xffff
const isEncrypted = 0x0001
const stored = 0
const deflated = 8
/** Small entries repeat themselves much; the ratio counts from this size on. */
const freeBytes = 1024 * 1024

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)
}

/**
 * Unpacks the files of a ZIP archive. An archive that is broken, encrypted, split or larger than allowed is rejected as
 * a whole. `wanted` limits the work to the files that a format needs.
 */
export function readZip(
  bytes: Uint8Array,
  allowed: ZipLimits = zipLimits,
  wanted: (name: string) => boolean = () => true,
): Map<string, Uint8Array> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = new Map<string, Uint8Array>()
  let left = allowed.totalBytes
  for (const entry of readDirectory(zip, allowed)) {
    if (entry.name.endsWith('/') || !wanted(entry.name)) continue
    if (found.has(entry.name)) throw broken(`${entry.name} is in it twice`)
    const most = largest(entry, allowed)
    const content = unpack(zip, entry, Math.min(left, most))
    if (content === null && most < left)
      throw broken(`${entry.name} unpacks to more than ${allowed.ratio} times its size`)
    if (content === null)
      throw new UnreadableFile('archive_too_large', 1, { value: inMegabytes(allowed.totalBytes) })
    left -= content.length
    found.set(entry.name, content)
  }
  return found
}

interface Entry {
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly packedBytes: number
  readonly offset: number
}

const broken = (value: string) => new UnreadableFile('bad_archive', 1, { value })
const inMegabytes = (bytes: number) => String(Math.round(bytes / 1024 / 1024))

const largest = ({ packedBytes }: Entry, { ratio }: ZipLimits) => Math.max(freeBytes, packedBytes * ratio)

function findDirectoryEnd(zip: Buffer): number {
  const signature = Buffer.alloc(4)
  signature.writeUInt32LE(endOfDirectory)
  const end = zip.lastIndexOf(signature, zip.length - endOfDirectoryBytes)
  if (end < 0 || zip.length - end > endOfDirectoryBytes + maxCommentBytes)
    throw broken('its list of files is missing')
  return end
}

function readDirectory(zip: Buffer, allowed: ZipLimits): Entry[] {
  const end = findDirectoryEnd(zip)
  const count = zip.readUInt16LE(end + 10)
  if (zip.readUInt16LE(end + 4) !== 0 || zip.readUInt16LE(end + 8) !== count)
    throw broken('it is split into several files')
  if (count > allowed.entries) throw broken(`it holds more than ${allowed.entries} files`)
  let at = zip.readUInt32LE(end + 16)
  return Array.from({ length: count }, () => {
    if (at + 46 > end || zip.readUInt32LE(at) !== centralHeader) throw broken('its list of files is damaged')
    const nameBytes = zip.readUInt16LE(at + 28)
    const next = at + 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
    if (next > end) throw broken('its list of files is damaged')
    const name = zip.toString('utf8', at + 46, at + 46 + nameBytes)
    if (zip.readUInt16LE(at + 8) & isEncrypted) throw broken(`${name} is encrypted`)
    const entry = {
      name,
      method: zip.readUInt16LE(at + 10),
      crc: zip.readUInt32LE(at + 16),
      packedBytes: zip.readUInt32LE(at + 20),
      offset: zip.readUInt32LE(at + 42),
    }
    at = next
    return entry
  })
}

/** The content of an entry, or null if it is larger than allowed. */
function unpack(zip: Buffer, entry: Entry, maxBytes: number): Buffer | null {
  const { name, method, crc, packedBytes, offset } = entry
  if (offset + 30 > zip.length || zip.readUInt32LE(offset) !== localHeader) throw broken(`${name} is damaged`)
  const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28)
  if (start + packedBytes > zip.length) throw broken(`${name} is cut off`)
  if (method !== stored && method !== deflated) throw broken(`${name} is compressed by an unknown method`)
  const packed = zip.subarray(start, start + packedBytes)
  const content = method === stored ? packed : inflate(packed, name, maxBytes)
  if (content === null || content.length > maxBytes) return null
  if (crc32(content) !== crc) throw broken(`${name} is damaged`)
  return content
}

function inflate(packed: Buffer, name: string, maxBytes: number): Buffer | null {
  if (maxBytes <= 0) return null
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBytes })
  } catch (error) {
    // zlib throws errors with a code.
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null
    throw broken(`${name} is damaged`)
  }
}
