import { crc32, deflateRawSync } from 'node:zlib'

interface ZipOptions {
  /** Claimed in place of the real checksum. */
  readonly crc?: number
  readonly flags?: number
  readonly method?: number
}

/** Writes a ZIP archive, or a damaged one, for tests. */
export function writeZip(
  files: readonly (readonly [string, Uint8Array])[],
  options: ZipOptions = {},
): Buffer {
  const method = options.method ?? 8
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, bytes] of files) {
    const packed = method === 0 ? Buffer.from(bytes) : deflateRawSync(bytes)
    const title = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(options.flags ?? 0, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(options.crc ?? crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(title.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    parts.push(Buffer.concat([Buffer.from('PK\u0003\u0004'), common, title, packed]))
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), common, place, title]))
    offset += parts.at(-1)?.length ?? 0
  }
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}
