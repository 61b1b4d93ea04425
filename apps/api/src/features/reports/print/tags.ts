import type { ContentText } from 'pdfmake/interfaces.js'

/** A place in the structure of a tagged PDF, which screen readers follow instead of the drawing order. */
export interface Tag {
  type: 'Document' | 'H1' | 'H2' | 'P' | 'Figure' | 'Table' | 'TR' | 'TH' | 'TD'
  parent: Tag | null
  /** The cells of a row, which exist even where they are empty. */
  children: Tag[]
  alt?: string
  scope?: 'Column' | 'Row'
  columnSpan?: number
}

/** Page headers, page numbers and rules: no part of the content. */
export const artifact = 'artifact'

type TagOptions = Pick<Tag, 'alt' | 'scope' | 'columnSpan'>

export function createTag(type: Tag['type'], parent: Tag | null = null, options: TagOptions = {}): Tag {
  const tag: Tag = { type, parent, children: [], ...options }
  parent?.children.push(tag)
  return tag
}

/** A text with its tag. The typesetter copies unknown properties of a part of a text to what it draws. */
export function tagText(tag: Tag | typeof artifact, text: string | ContentText[]): ContentText[] {
  const parts = typeof text === 'string' ? [{ text }] : text
  return parts.map(part => ({ ...part, tag }))
}
