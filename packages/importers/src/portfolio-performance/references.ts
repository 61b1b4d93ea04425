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
  const childAt = childFinder()
  const follow = (element: XmlElement | null, hops: number): XmlElement | null => {
    const reference = element?.attributes.reference
    if (!element || reference === undefined) return element
    // Chains of references are rare; a cycle is a broken file.
    if (hops > 10) return null
    return follow(byId.get(reference) ?? walk(element, reference, childAt), hops + 1)
  }
  return element => follow(element, 0)
}

type ChildAt = (element: XmlElement, name: string, number: number) => XmlElement | null

/** Indexes children by name on first use: large files refer to thousands of siblings by their number. */
function childFinder(): ChildAt {
  const indexes = new Map<XmlElement, Map<string, XmlElement[]>>()
  return (element, name, number) => {
    const known = indexes.get(element)
    const index = known ?? Map.groupBy(element.children, child => child.name)
    if (!known) indexes.set(element, index)
    return index.get(name)?.[number - 1] ?? null
  }
}

function walk(from: XmlElement, path: string, childAt: ChildAt): XmlElement | null {
  let at: XmlElement | null = from
  for (const step of path.split('/').slice(0, 200)) {
    if (!at) return null
    if (step === '..') {
      at = at.parent
      continue
    }
    const match = /^([^[]+)(?:\[(\d+)\])?$/.exec(step)
    at = match?.[1] ? childAt(at, match[1], Number(match[2] ?? 1)) : null
  }
  return at
}
