import { describe, expect, it } from 'vitest'
import { readFile } from '../src/index.ts'

const text = 'Datum;Vorgang;Bezeichnung;Betrag\n01.02.2026;Kauf;Zürich Übersee Ertrag;1,00\n'

function sample(bytes: Uint8Array) {
  const reading = readFile(bytes)
  return reading.state === 'needs_columns' ? [reading.encoding, reading.csv.columns[2]?.sample] : reading
}
const bigEndian = (words: string) => Buffer.from(words, 'utf16le').swap16()

describe('encodings', () => {
  it.each([
    ['UTF-8', 'utf-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', 'utf-8', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 little endian', 'utf-16le', Buffer.from(text, 'utf16le')],
    ['UTF-16 little endian with a mark', 'utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 big endian', 'utf-16be', bigEndian(text)],
    ['UTF-16 big endian with a mark', 'utf-16be', bigEndian(`\ufeff${text}`)],
    ['ISO 8859-1', 'windows-1252', Buffer.from(text, 'latin1')],
  ])('reads %s by its content', (_, encoding, bytes) => {
    expect(sample(bytes)).toEqual([encoding, 'Zürich Übersee Ertrag'])
  })

  it('tells the euro of Windows-1252 from that of ISO 8859-15', () => {
    const withEuro = (byte: number) =>
      Buffer.concat([
        Buffer.from('Datum;Vorgang;Bezeichnung;Betrag\n01.02.2026;Kauf;Anleihe ', 'latin1'),
        Buffer.from([byte]),
        Buffer.from(' fällig;1,00\n', 'latin1'),
      ])
    expect(sample(withEuro(0x80))).toEqual(['windows-1252', 'Anleihe € fällig'])
    expect(sample(withEuro(0xa4))).toEqual(['iso-8859-15', 'Anleihe € fällig'])
  })

  it('reads French ligatures of ISO 8859-15', () => {
    const head = Buffer.from('Date;Opération;Libellé;Montant\n01/02/2026;Achat;C', 'latin1')
    const bytes = Buffer.concat([head, Buffer.from([0xbd]), Buffer.from('ur de Paris;1,00\n', 'latin1')])
    expect(sample(bytes)).toEqual(['iso-8859-15', 'Cœur de Paris'])
  })

  it.each([
    [
      'Polish in Windows-1250',
      'windows-1250',
      'Łódź żółć',
      [0xa3, 0xf3, 0x64, 0x9f, 0x20, 0xbf, 0xf3, 0xb3, 0xe6],
    ],
    [
      'Polish in ISO 8859-2',
      'iso-8859-2',
      'wąska śliwka',
      [0x77, 0xb1, 0x73, 0x6b, 0x61, 0x20, 0xb6, 0x6c, 0x69, 0x77, 0x6b, 0x61],
    ],
    ['Czech in Windows-1250', 'windows-1250', 'Kuť', [0x4b, 0x75, 0x9d]],
    ['Russian in Windows-1251', 'windows-1251', 'Сбербанк', [0xd1, 0xe1, 0xe5, 0xf0, 0xe1, 0xe0, 0xed, 0xea]],
    [
      'pounds and cubic metres',
      'windows-1252',
      'Gas 5 m³, £500 ¿Qué?',
      [...Buffer.from('Gas 5 m³, £500 ¿Qué?', 'latin1')],
    ],
  ])('reads %s', (_, encoding, name, letters) => {
    const head = Buffer.from('Date;Type;Name;Amount\n2026-02-01;Buy;', 'latin1')
    const bytes = Buffer.concat([head, Buffer.from(letters), Buffer.from(';1.00\n', 'latin1')])
    expect(sample(bytes)).toEqual([encoding, name])
  })

  it('rejects damaged UTF-8 with its line instead of showing other letters', () => {
    const damaged = Buffer.from(`${text}02.02.2026;Kauf;Küsnacht Öl Ähre;2,00\n`)
    damaged[damaged.indexOf('Küsnacht') + 1] = 0xff
    expect(sample(damaged)).toMatchObject({ state: 'unreadable', code: 'bad_encoding', line: 3 })
  })
})
