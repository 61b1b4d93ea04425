import type { XmlElement } from '../xml/tree.ts'

/**
 * Resolves the references that Portfolio Performance writes instead of repeating an element: a path relative to the
 * element ('../../securities/security[2]') or the id of another one.
 */
export function referenceResolver(top: XmlElement): (element: XmlElement | null) => XmlElement | null {
  const byId = new Map<string, XmlElement>()
  const waiting = [top]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { id } = next.attributes
    if (id !== undefined && next.attributes.reference === undefined) byId.set(id, next)
    for (const child of next.children) waiting.push(child)
  }
  const follow = (element: XmlElement | null, hops: number): XmlElement | null => {
    const reference = element?.attributes.reference
    if (!element || reference === undefined) return element
    // Chains of references are rare; a cycle is a broken file.
    if (hops > 10) return null
    return follow(byId.get(reference) ?? walk(element, reference), hops + 1)
  }
  return element => follow(element, 0)
}

function walk(from: XmlElement, path: string): XmlElement | null {
  let at: XmlElement | null = from
  for (const step of path.split('/').slice(0, 200)) {
    if (!at) return null
    if (step === '..') at = at.parent
    else {
      const match = /^([^[]+)(?:\[(\d+)\])?$/.exec(step)
      const wanted = Number(match?.[2] ?? 1)
      let seen = 0
      let found: XmlElement | null = null
      for (const child of at.children) {
        if (child.name !== match?.[1]) continue
        seen += 1
        if (seen === wanted) {
          found = child
          break
        }
      }
      at = found
    }
  }
  return at
}
