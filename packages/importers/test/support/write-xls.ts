/** A cell of a workbook of Excel 97: text, a number, or a number shown as a date. */
export type XlsCell = string | number | { readonly serial: number }

function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(type, 0)
  head.writeUInt16LE(data.length, 2)
  return Buffer.concat([head, data])
}

const numbers = (...values: number[]) => {
  const data = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) data.writeUInt16LE(value, index * 2)
  return data
}
const wide = (text: string) =>
  Buffer.concat([numbers(text.length), Buffer.from([1]), Buffer.from(text, 'utf16le')])
const begin = (kind: number) => record(0x809, numbers(0x600, kind, 0, 0, 0, 0, 0, 0))
const end = record(0x0a, Buffer.alloc(0))

function cellRecord(row: number, column: number, cell: XlsCell, strings: string[]): Buffer {
  if (typeof cell === 'string') {
    const index = Buffer.alloc(4)
    index.writeUInt32LE(strings.push(cell) - 1)
    return record(0xfd, Buffer.concat([numbers(row, column, 0), index]))
  }
  const value = Buffer.alloc(8)
  value.writeDoubleLE(typeof cell === 'number' ? cell : cell.serial)
  return record(0x203, Buffer.concat([numbers(row, column, typeof cell === 'number' ? 0 : 1), value]))
}

/** Writes the strings over two records: the second half of one of them continues there with flags of its own. */
function sharedStrings(strings: readonly string[]): Buffer {
  const counts = Buffer.alloc(8)
  counts.writeUInt32LE(strings.length, 0)
  counts.writeUInt32LE(strings.length, 4)
  const [first = '', ...others] = strings
  const cut = Math.ceil(first.length / 2)
  const head = Buffer.concat([
    counts,
    numbers(first.length),
    Buffer.from([0]),
    Buffer.from(first.slice(0, cut), 'latin1'),
  ])
  const rest = Buffer.concat([
    Buffer.from([1]),
    Buffer.from(first.slice(cut), 'utf16le'),
    ...others.map(wide),
  ])
  return Buffer.concat([record(0xfc, head), record(0x3c, rest)])
}

/** Writes a workbook of Excel 97 with one sheet, for tests. The first text must be of Latin letters. */
export function writeXls(name: string, rows: readonly (readonly XlsCell[])[]): Buffer {
  const strings: string[] = []
  const cells = rows.flatMap((row, at) => row.map((cell, column) => cellRecord(at, column, cell, strings)))
  const sheet = Buffer.concat([begin(0x10), ...cells, end])
  const globals = (offset: number) => {
    const place = Buffer.alloc(6)
    place.writeUInt32LE(offset)
    const title = Buffer.concat([place, Buffer.from([name.length, 0]), Buffer.from(name, 'latin1')])
    const style = (format: number) => record(0xe0, Buffer.concat([numbers(0, format), Buffer.alloc(16)]))
    return Buffer.concat([begin(5), style(0), style(14), record(0x85, title), sharedStrings(strings), end])
  }
  return compoundFile(Buffer.concat([globals(globals(0).length), sheet]))
}

function compoundFile(stream: Buffer): Buffer {
  const sectors = Math.max(8, Math.ceil(stream.length / 512))
  const header = Buffer.alloc(512, 0xff)
  header.fill(0, 0, 76)
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(header)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(4096, 56)
  header.writeUInt32LE(0xfffffffe, 60)
  header.writeUInt32LE(0xfffffffe, 68)
  header.writeUInt32LE(0, 76)
  const fat = Buffer.alloc(512, 0xff)
  fat.writeUInt32LE(0xfffffffd, 0)
  fat.writeUInt32LE(0xfffffffe, 4)
  for (let at = 0; at < sectors; at += 1)
    fat.writeUInt32LE(at === sectors - 1 ? 0xfffffffe : at + 3, (at + 2) * 4)
  const entry = (name: string, type: number, start: number, bytes: number) => {
    const data = Buffer.alloc(128)
    data.write(name, 'utf16le')
    data.writeUInt16LE((name.length + 1) * 2, 64)
    data.writeUInt8(type, 66)
    data.writeUInt32LE(start, 116)
    data.writeUInt32LE(bytes, 120)
    return data
  }
  const length = Math.max(stream.length, 4096)
  const directory = Buffer.concat([
    entry('Root Entry', 5, 0, 0),
    entry('Workbook', 2, 2, length),
    Buffer.alloc(256),
  ])
  const content = Buffer.alloc(sectors * 512)
  stream.copy(content)
  return Buffer.concat([header, fat, directory, content])
}
