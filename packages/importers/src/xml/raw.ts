import type { XmlElement } from './tree.ts'

/** Formats an element for display: its values in one line. */
export function formatElement(element: XmlElement): string {
  const parts: string[] = []
  const waiting = [element]
  for (let next = waiting.pop(); next && parts.length < 40; next = waiting.pop()) {
    const text = next.text.trim()
    if (text !== '') parts.push(`<${next.name}>${text.slice(0, 200).replace(/\s+/g, ' ')}`)
    for (const child of next.children.slice(0, 100).toReversed()) waiting.push(child)
  }
  return `<${element.name}>${parts.join('')}`
}
