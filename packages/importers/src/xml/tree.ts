import { scanXml } from './scan.ts'

/** An element with its line. Children are in the order of the document. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly line: number
  readonly parent: XmlElement | null
  readonly children: XmlElement[]
  text: string
}

/** Parses a document into a tree without the `ignored` elements: ten years of prices need no memory. */
export function readTree(text: string, ignored: ReadonlySet<string> = new Set()): XmlElement {
  const top: XmlElement = { name: '', attributes: {}, line: 1, parent: null, children: [], text: '' }
  let current = top
  let skipped = 0
  scanXml(text, {
    open(name, attributes, line) {
      if (skipped > 0 || ignored.has(name)) {
        skipped += 1
        return
      }
      const element: XmlElement = { name, attributes, line, parent: current, children: [], text: '' }
      current.children.push(element)
      current = element
    },
    text(value) {
      if (skipped === 0) current.text += value
    },
    close() {
      if (skipped > 0) skipped -= 1
      else current = current.parent ?? top
    },
  })
  return top
}

export function findChild(element: XmlElement | null | undefined, ...path: string[]): XmlElement | null {
  let found: XmlElement | null = element ?? null
  for (const name of path) found = found?.children.find(child => child.name === name) ?? null
  return found
}

export function findChildren(element: XmlElement | null | undefined, name: string): XmlElement[] {
  return element?.children.filter(child => child.name === name) ?? []
}

/** The trimmed text of the element at a path; null if missing or empty. */
export function readText(element: XmlElement | null | undefined, ...path: string[]): string | null {
  const text = findChild(element, ...path)
    ?.text.trim()
    .replace(/\s+/g, ' ')
  return text === undefined || text === '' ? null : text
}

/** All descendants with a name, at any depth. */
export function* descendants(element: XmlElement, name: string): Generator<XmlElement> {
  const waiting = [...element.children].reverse()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.name === name) yield next
    for (let index = next.children.length - 1; index >= 0; index -= 1) {
      const child = next.children[index]
      if (child) waiting.push(child)
    }
  }
}
