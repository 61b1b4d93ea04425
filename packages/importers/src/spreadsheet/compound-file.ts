import { badSpreadsheet } from './cell-values.ts'

const endOfChain = 0xfffffffe
const entryBytes = 128

export const isCompoundFile = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0

/** Reads the streams of an OLE2 compound file by name ([MS-CFB]), which holds workbooks of Excel 97 to 2003. */
export function readCompoundFile(bytes: Uint8Array): Map<string, Uint8Array> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length < 512) throw badSpreadsheet('it is cut off')
  const sectorBytes = 1 << file.readUInt16LE(30)
  const miniBytes = 1 << file.readUInt16LE(32)
  if ((sectorBytes !== 512 && sectorBytes !== 4096) || miniBytes !== 64)
    throw badSpreadsheet('its sectors have an unknown size')
  const sectors = Math.ceil(file.length / sectorBytes)
  const sector = (index: number): Buffer => {
    const start = (index + 1) * sectorBytes
    if (index < 0 || start >= file.length) throw badSpreadsheet('it is cut off')
    return file.subarray(start, start + sectorBytes)
  }
  const fat = readFat(file, sector, sectorBytes / 4, sectors)
  const chain = (first: number): Buffer => Buffer.concat(followChain(fat, first, sectors).map(sector))
  const directory = chain(file.readUInt32LE(48))
  const entries = readDirectory(directory)
  const root = entries.find(({ type }) => type === 5)
  const miniStream = root && root.bytes > 0 ? chain(root.start) : Buffer.alloc(0)
  const firstMini = file.readUInt32LE(60)
  const miniFat = firstMini >= endOfChain ? [] : toNumbers(chain(firstMini))
  const cutoff = file.readUInt32LE(56)
  const streams = new Map<string, Uint8Array>()
  for (const { name, type, start, bytes: length } of entries) {
    if (type !== 2 || length > file.length) continue
    const content =
      length === 0
        ? Buffer.alloc(0)
        : length >= cutoff
          ? chain(start)
          : Buffer.concat(
              followChain(miniFat, start, miniFat.length).map(index =>
                miniStream.subarray(index * miniBytes, (index + 1) * miniBytes),
              ),
            )
    if (content.length < length) throw badSpreadsheet('it is cut off')
    streams.set(name, content.subarray(0, length))
  }
  return streams
}

/** The table of sectors. Its own sectors are listed in the header, and beyond 109 of them in a chain. */
function readFat(
  file: Buffer,
  sector: (index: number) => Buffer,
  perSector: number,
  sectors: number,
): number[] {
  const places = toNumbers(file.subarray(76, 512))
  let next = file.readUInt32LE(68)
  for (let steps = 0; next < endOfChain; steps += 1) {
    if (steps > sectors) throw badSpreadsheet('its table of sectors has no end')
    const more = toNumbers(sector(next))
    places.push(...more.slice(0, perSector - 1))
    next = more[perSector - 1] ?? endOfChain
  }
  const used = places.filter(place => place < endOfChain - 2)
  if (used.length > sectors) throw badSpreadsheet('its table of sectors is damaged')
  return used.flatMap(place => toNumbers(sector(place)))
}

function followChain(fat: readonly number[], first: number, most: number): number[] {
  const chain: number[] = []
  for (let at = first; at < endOfChain; at = fat[at] ?? endOfChain) {
    if (chain.length >= most || at >= fat.length) throw badSpreadsheet('its table of sectors is damaged')
    chain.push(at)
  }
  return chain
}

function toNumbers(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4))
}

interface Entry {
  readonly name: string
  readonly type: number
  readonly start: number
  readonly bytes: number
}

function readDirectory(directory: Buffer): Entry[] {
  return Array.from({ length: Math.floor(directory.length / entryBytes) }, (_, index) => {
    const entry = directory.subarray(index * entryBytes, (index + 1) * entryBytes)
    const nameBytes = Math.min(Math.max(entry.readUInt16LE(64) - 2, 0), 62)
    return {
      name: entry.toString('utf16le', 0, nameBytes),
      type: entry.readUInt8(66),
      start: entry.readUInt32LE(116),
      bytes: entry.readUInt32LE(120),
    }
  })
}
