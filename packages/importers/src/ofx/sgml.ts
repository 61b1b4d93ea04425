import { limits } from '../limits.ts'
import { UnreadableFile } from '../problem.ts'
import { lineCounter } from '../text/lines.ts'
import type { XmlElement } from '../xml/tree.ts'

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}
const maxElements = 2_000_000

/**
 * Parses OFX into a tree. Version 1 is SGML, which does not close values (<TRNAMT>-30.00); version 2 is XML. One rule
 * covers both: an element with text is a value and ends with its text. An element that is still open when its parent
 * closes is an empty value, and the elements after it belong one level up.
 */
export function readOfxTree(text: string, from: number): XmlElement {
  const lines = lineCounter(text)
  const top: XmlElement = { name: '', attributes: {}, line: 1, parent: null, children: [], text: '' }
  const open: XmlElement[] = [top]
  let count = 0
  let at = from
  while (at >= 0 && at < text.length) {
    const tag = text.indexOf('<', at)
    if (tag < 0) break
    const end = text.indexOf('>', tag)
    if (end < 0 || end - tag > 300)
      throw new UnreadableFile('bad_xml', lines(tag), { value: 'a tag that does not end' })
    const name = text.slice(tag + 1, end).trim()
    const next = text.indexOf('<', end)
    const value = text.slice(end + 1, next < 0 ? text.length : next)
    if (value.length > limits.cellChars)
      throw new UnreadableFile('too_long', lines(tag), { value: String(limits.cellChars) })
    at = next
    if (name.startsWith('?') || name.startsWith('!--')) continue
    if (name.startsWith('!')) throw new UnreadableFile('entities', lines(tag))
    if (name.startsWith('/')) {
      close(open, name.slice(1).toUpperCase(), lines(tag))
      continue
    }
    if (!/^[A-Za-z][\w.]*\s*\/?$/.test(name))
      throw new UnreadableFile('bad_xml', lines(tag), { value: `<${name.slice(0, 40)}> is no tag of OFX` })
    count += 1
    if (count > maxElements)
      throw new UnreadableFile('too_many_rows', lines(tag), { value: String(limits.rows) })
    const parent = open[open.length - 1] ?? top
    const bare = name.replace('/', '').trimEnd()
    const element: XmlElement = {
      name: bare.toUpperCase(),
      attributes: {},
      line: lines(tag),
      parent,
      children: [],
      text: plainText(value.trim()),
    }
    parent.children.push(element)
    const isValue = element.text !== ''
    if (!isValue && bare === name && open.push(element) > limits.depth)
      throw new UnreadableFile('too_deep', lines(tag))
  }
  if (open.some(element => element.name === 'OFX'))
    throw new UnreadableFile('bad_xml', lines(text.length), { value: '</OFX> is missing' })
  return top
}

function close(open: XmlElement[], name: string, line: number): void {
  const at = open.findLastIndex(element => element.name === name)
  if (at < 1) {
    // XML closes values, which were never opened as parents.
    const last = open[open.length - 1]?.children.at(-1)
    if (last?.name === name) return
    throw new UnreadableFile('bad_xml', line, { value: `</${name.slice(0, 40)}> closes nothing` })
  }
  if (open[open.length - 1]?.children.at(-1)?.name === name && at < open.length - 1) return
  for (let index = open.length - 1; index > at; index -= 1) {
    const empty = open[index]
    const around = open[index - 1]
    if (!empty || !around) continue
    const after = around.children.splice(around.children.lastIndexOf(empty) + 1)
    for (const child of empty.children.splice(0)) around.children.push(child)
    for (const child of after) around.children.push(child)
  }
  open.length = at
}

function plainText(value: string): string {
  if (!value.includes('&')) return value
  return value.replace(/&(#?\w{1,8});/g, (whole, body: string) => {
    const code = body.startsWith('#') ? Number(body.slice(1)) : Number.NaN
    if (Number.isInteger(code) && code >= 32 && code < 0xd800) return String.fromCodePoint(code)
    return entities[body] ?? whole
  })
}
