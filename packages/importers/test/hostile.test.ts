import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type FileReading, limits, readFile } from '../src/index.ts'
import { brokenInvariants } from './support/invariants.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (text: string): FileReading => readFile(bytesOf(text))

function refusal(reading: FileReading): [code: string, line: number] {
  return reading.state === 'unreadable' ? [reading.code, reading.line] : ['', 0]
}

/** CPU time of this thread in milliseconds, so that other load does not count. */
function measureCpu(run: () => FileReading): { reading: FileReading; ms: number } {
  const before = process.threadCpuUsage()
  const reading = run()
  const { user, system } = process.threadCpuUsage(before)
  return { reading, ms: (user + system) / 1000 }
}

describe('hostile files', () => {
  it('rejects entity declarations', () => {
    const bomb = `<?xml version="1.0"?>\n<!DOCTYPE x [\n<!ENTITY a "aaaaaaaaaa">\n<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">\n]>\n<FlexQueryResponse>&b;</FlexQueryResponse>`
    expect(refusal(read(bomb))).toEqual(['entities', 2])
    expect(refusal(read('<FlexQueryResponse>\n&b;</FlexQueryResponse>'))).toEqual(['bad_xml', 1])
    expect(refusal(read(`<OFX>\n<!DOCTYPE x [<!ENTITY a "b">]>\n</OFX>`))).toEqual(['entities', 2])
  })

  it('rejects references to external files', () => {
    const outside = '<!DOCTYPE x SYSTEM "file:///etc/passwd">\n<client><version>68</version></client>'
    expect(refusal(read(outside))).toEqual(['entities', 1])
  })

  it('rejects compressed files without unpacking them', () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024))
    expect(bomb.length).toBeLessThan(1024 * 1024)
    const { reading, ms } = measureCpu(() => readFile(bomb))
    expect(refusal(reading)).toEqual(['compressed', 1])
    expect(ms).toBeLessThan(500)
    expect(refusal(readFile(Uint8Array.of(0x50, 0x4b, 3, 4, 1, 2, 3)))).toEqual(['compressed', 1])
    expect(refusal(readFile(bytesOf('%PDF-1.7\n')))).toEqual(['pdf', 1])
  })

  it('rejects a file above the size limit before reading it', () => {
    const { reading, ms } = measureCpu(() => readFile(new Uint8Array(limits.fileBytes + 1)))
    expect(refusal(reading)).toEqual(['too_large', 1])
    expect(ms).toBeLessThan(500)
  })

  it.each([
    [
      'an unquoted cell',
      `Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,FX Rate\n2026-01-01,${'x'.repeat(40e6)},BUY,1,1,1,USD,1`,
      'cell_too_long',
      2,
    ],
    [
      'a quoted cell',
      `Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,FX Rate\n2026-01-01,"${'x\n'.repeat(2e6)}",BUY,1,1,1,USD,1`,
      'cell_too_long',
      2,
    ],
    ['a quote that never ends', `a,b,c\n1,"2,3\n${'4,5,6\n'.repeat(1000)}`, 'open_quote', 2],
    [
      'an attribute',
      `<FlexQueryResponse>\n<Trade a="${'x'.repeat(3e6)}"/></FlexQueryResponse>`,
      'too_long',
      2,
    ],
    ['a value', `OFXHEADER:100\n<OFX>\n<NAME>${'x'.repeat(3e6)}</OFX>`, 'too_long', 3],
    ['a text in JSON', `{\n"activities": [{"comment": "${'x'.repeat(3e6)}"}]}`, 'too_long', 2],
    ['a line of SWIFT', `:20:1\n:25:1\n:28C:1\n:60F:C260101EUR1,\n:61:${'1'.repeat(3e6)}`, 'too_long', 5],
    ['a line of QIF', `!Type:Bank\nP${'x'.repeat(3e6)}`, 'too_long', 2],
    ['elements inside elements', `<client>\n${'<a>'.repeat(2e6)}`, 'too_deep', 2],
    ['lists inside lists', `{"activities":\n${'['.repeat(2e6)}`, 'too_deep', 2],
    ['columns', `a,b\n${','.repeat(2e6)}`, 'too_many_columns', 2],
    ['rows', 'a,b,c\n'.repeat(limits.rows + 10), 'too_many_rows', limits.rows + 1],
  ])('rejects %s beyond the limit quickly and names the line', (_, text, code, line) => {
    const { reading, ms } = measureCpu(() => read(text))
    expect(refusal(reading)).toEqual([code, line])
    expect(ms).toBeLessThan(4000)
  })

  it.each([
    ['one line without an end', 'x'.repeat(10e6)],
    ['nothing but line ends', '\n'.repeat(10e6)],
    ['nothing but separators in lines', ';\n'.repeat(400_000)],
    [
      'one line of XML',
      `<FlexQueryResponse><FlexStatement>${'<Trade a="1"/>'.repeat(30_000)}</FlexStatement></FlexQueryResponse>`,
    ],
    [
      'half conversions without end',
      `Date;Order #;Transaction;Symbol;Name;ISIN;Quantity;Unit price;Costs;Accrued Interest;Net Amount;Balance;Currency\n${'01-01-2026 10:00:00;1;Forex debit;;;;1;1;0;0;-1;1;CHF\n'.repeat(10_000)}`,
    ],
    ['empty values in OFX', `OFXHEADER:100\n<OFX>${'<MEMO>'.repeat(300)}${'<NAME>x'.repeat(50_000)}</OFX>`],
  ])('reads %s in linear time', (_, text) => {
    const { ms } = measureCpu(() => read(text))
    expect(ms).toBeLessThan(8000)
    expect(brokenInvariants(bytesOf(text.slice(0, 100_000)))).toEqual([])
  })

  it('rejects binary data and empty files', () => {
    const noise = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919 + 13) % 251)
    expect(refusal(readFile(noise))).toEqual(['not_text', 1])
    expect(refusal(readFile(new Uint8Array(0)))).toEqual(['empty', 1])
    const utf32 = Uint8Array.from(
      [...'a,b,c\n1,2,3\n'.repeat(20)].flatMap(char => [char.charCodeAt(0), 0, 0, 0]),
    )
    expect(refusal(readFile(utf32))).toEqual(['not_text', 1])
  })

  it('decodes the encodings that banks use', () => {
    const text = 'Datum;Vorgang;Bezeichnung;Betrag\n01.02.2026;Kauf;Müller & Söhne;1,00\n'
    const sample = (bytes: Uint8Array) => {
      const reading = readFile(bytes)
      return reading.state === 'needs_columns' ? [reading.encoding, reading.csv.columns[2]?.sample] : null
    }
    expect(sample(bytesOf(text))).toEqual(['utf-8', 'Müller & Söhne'])
    expect(sample(bytesOf(`\ufeff${text}`))).toEqual(['utf-8', 'Müller & Söhne'])
    expect(sample(Buffer.from(text, 'latin1'))).toEqual(['windows-1252', 'Müller & Söhne'])
    expect(sample(Buffer.from(text, 'utf16le'))).toEqual(['utf-16le', 'Müller & Söhne'])
  })
})
