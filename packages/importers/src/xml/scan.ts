import { limits } from '../limits.ts'
import { UnreadableFile } from '../problem.ts'
import { lineCounter } from '../text/lines.ts'

/** Callbacks of a scan. Names come without their namespace prefix. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void
  text(value: string, line: number): void
  close(name: string, line: number): void
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Scans XML in one pass and reports elements and text with their lines. Made for untrusted files: document type
 * declarations are rejected, so only the predefined and numeric entities exist; nothing outside the file is fetched;
 * depth and lengths are bounded. A document that is not well-formed is rejected as a whole.
 */
export function scanXml(text: string, handler: XmlHandler): void {
  const lines = lineCounter(text)
  const fail = (at: number, value: string): never => {
    throw new UnreadableFile('bad_xml', lines(at), { value })
  }
  const open: string[] = []
  let hasRoot = false
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  while (at < text.length) {
    const tag = text.indexOf('<', at)
    const end = tag < 0 ? text.length : tag
    if (end > at) {
      const value = text.slice(at, end)
      const hasWords = /\S/.test(value)
      if (hasWords && open.length === 0) fail(at, 'text outside of the document')
      if (hasWords)
        handler.text(
          unescapeXml(value, () => lines(at)),
          lines(at),
        )
    }
    if (tag < 0) break
    at = tag
    if (text.startsWith('<!--', at)) {
      at = after(text, '-->', at + 4, () => fail(at, 'a comment that does not end'))
    } else if (text.startsWith('<![CDATA[', at)) {
      const stop = after(text, ']]>', at + 9, () => fail(at, 'a CDATA section that does not end'))
      checkLength(stop - at, () => lines(at))
      handler.text(text.slice(at + 9, stop - 3), lines(at))
      at = stop
    } else if (text.startsWith('<?', at)) {
      at = after(text, '?>', at + 2, () => fail(at, 'an instruction that does not end'))
    } else if (text.startsWith('<!', at)) {
      throw new UnreadableFile('entities', lines(at))
    } else if (text.charCodeAt(at + 1) === 47) {
      const stop = after(text, '>', at + 2, () => fail(at, 'a tag that does not end'))
      const name = localName(text.slice(at + 2, stop - 1).trimEnd())
      const expected = open.pop()
      if (expected !== name)
        fail(at, `</${name}> where ${expected ? `</${expected}>` : 'nothing'} was expected`)
      handler.close(name, lines(at))
      at = stop
    } else {
      if (hasRoot && open.length === 0) fail(at, 'a second document')
      hasRoot = true
      at = readTag(text, at, lines, handler, open)
    }
  }
  if (open.length > 0) fail(text.length, `</${open.at(-1)}> is missing`)
  if (!hasRoot) fail(0, 'there is no element')
}

const nameShape = /[A-Za-z_:][\w:.-]*/y
const attributeShape = /\s+([A-Za-z_:][\w:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const tagEnd = /\s*(\/?)>/y

function readTag(
  text: string,
  at: number,
  lines: (at: number) => number,
  handler: XmlHandler,
  open: string[],
): number {
  const fail = (value: string): never => {
    throw new UnreadableFile('bad_xml', lines(at), { value })
  }
  nameShape.lastIndex = at + 1
  const name = localName(nameShape.exec(text)?.[0] ?? fail('a “<” that begins no tag'))
  const attributes: Record<string, string> = Object.create(null)
  let from = nameShape.lastIndex
  for (;;) {
    attributeShape.lastIndex = from
    const match = attributeShape.exec(text)
    if (!match) break
    from = attributeShape.lastIndex
    const value = match[2] ?? match[3] ?? ''
    attributes[localName(match[1] ?? '')] = unescapeXml(value, () => lines(at))
  }
  tagEnd.lastIndex = from
  const end = tagEnd.exec(text) ?? fail(`the tag <${name}> is not complete`)
  const line = lines(at)
  handler.open(name, attributes, line)
  if (end[1] === '/') handler.close(name, line)
  else if (open.push(name) > limits.depth) throw new UnreadableFile('too_deep', line)
  return tagEnd.lastIndex
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

function after(text: string, mark: string, from: number, missing: () => never): number {
  const at = text.indexOf(mark, from)
  return at < 0 ? missing() : at + mark.length
}

function checkLength(length: number, line: () => number): void {
  if (length > limits.cellChars)
    throw new UnreadableFile('too_long', line(), { value: String(limits.cellChars) })
}

function unescapeXml(value: string, line: () => number): string {
  checkLength(value.length, line)
  if (!value.includes('&')) return value
  return value.replace(/&(#x?)?([^;&<\s]{0,12});?/g, (whole, number: string | undefined, body: string) => {
    const char = number === undefined ? named[body] : decodeCharacter(body, number === '#x' ? 16 : 10)
    if (char === undefined || !whole.endsWith(';'))
      throw new UnreadableFile('bad_xml', line(), { value: `${whole} stands for nothing` })
    return char
  })
}

function decodeCharacter(digits: string, radix: 10 | 16): string | undefined {
  if (!(radix === 10 ? /^\d{1,7}$/ : /^[\da-fA-F]{1,6}$/).test(digits)) return undefined
  const code = Number.parseInt(digits, radix)
  const isChar = code === 9 || code === 10 || code === 13 || (code >= 32 && code <= 0x10ffff)
  return isChar && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : undefined
}
