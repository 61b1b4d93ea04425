import { promisify } from 'node:util'
import { crc32, deflateRaw, inflateRaw } from 'node:zlib'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

export interface ZipEntry {
  name: string
  bytes: Buffer
}

const localHeader = 0x04034b50
const centralHeader = 0x02014b50
const endOfDirectory = 0x06054b50
const isUtf8 = 0x0800
const deflated = 8
/** The earliest date a zip can hold; the manifest has the real one. */
const firstZipDay = 0x0021

/** Not a zip in the form we write, or one that unpacks to more than allowed. */
export class ZipError extends Error {
  /** The broken file, if known. */
  readonly file: string | null
  readonly isTooLarge: boolean

  constructor(message: string, about: { file?: string; isTooLarge?: boolean } = {}) {
    super(message)
    this.file = about.file ?? null
    this.isTooLarge = about.isTooLarge ?? false
  }
}

/** Compresses in the thread pool of libuv. */
export async function writeZip(entries: readonly ZipEntry[]): Promise<Buffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of entries) {
    const packed = await deflate(bytes)
    const title = Buffer.from(name, 'utf8')
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(isUtf8, 2)
    common.writeUInt16LE(deflated, 4)
    common.writeUInt16LE(firstZipDay, 8)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([uint32(localHeader), common, title, packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([uint32(centralHeader), uint16(20), common, place, title]))
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, central, uint32(endOfDirectory), end])
}

/** Reads the wanted files. Stops at `maxBytes`, whatever the zip claims about its sizes. */
export async function readZip(
  zip: Buffer,
  wanted: ReadonlySet<string>,
  maxBytes: number,
): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  let left = maxBytes
  for (const entry of readDirectory(zip)) {
    if (!wanted.has(entry.name) || found.has(entry.name)) continue
    const bytes = await unpack(zip, entry, left)
    left -= bytes.length
    found.set(entry.name, bytes)
  }
  return found
}

interface Place {
  name: string
  method: number
  crc: number
  packedLength: number
  offset: number
}

function readDirectory(zip: Buffer): Place[] {
  const end = zip.lastIndexOf(uint32(endOfDirectory))
  if (end < 0 || end + 22 > zip.length) throw new ZipError('no directory')
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  return Array.from({ length: count }, () => {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== centralHeader)
      throw new ZipError('a broken directory')
    const nameLength = zip.readUInt16LE(at + 28)
    const place = {
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      method: zip.readUInt16LE(at + 10),
      crc: zip.readUInt32LE(at + 16),
      packedLength: zip.readUInt32LE(at + 20),
      offset: zip.readUInt32LE(at + 42),
    }
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
    return place
  })
}

async function unpack(zip: Buffer, place: Place, maxBytes: number): Promise<Buffer> {
  const { name: file, offset, packedLength, method, crc } = place
  if (offset + 30 > zip.length || zip.readUInt32LE(offset) !== localHeader)
    throw new ZipError('a broken entry', { file })
  const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28)
  const packed = zip.subarray(start, start + packedLength)
  const bytes = method === 0 ? packed : await inflateEntry(packed, method, maxBytes, file)
  if (bytes.length > maxBytes) throw new ZipError('too much is packed', { file, isTooLarge: true })
  if (crc32(bytes) !== crc) throw new ZipError('a broken file', { file })
  return bytes
}

async function inflateEntry(packed: Buffer, method: number, maxBytes: number, file: string): Promise<Buffer> {
  if (method !== deflated) throw new ZipError('packed in another way', { file })
  if (maxBytes <= 0) throw new ZipError('too much is packed', { file, isTooLarge: true })
  try {
    return await inflate(packed, { maxOutputLength: maxBytes })
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new ZipError('it cannot be unpacked', { file, isTooLarge })
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
