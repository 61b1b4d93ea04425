import * as rendererModule from 'pdfmake/js/Renderer.js'
import { artifact, createTag, type Tag } from './tags.ts'

// The typesetter draws without tags, but its library (pdfkit) can write them: the drawing functions are wrapped, and each
// drawn line goes into the element of its tag. See docs/decisions/tagged-pdf.md.

interface StructureElement {
  add(child: unknown): void
  end(): void
  dictionary: { data: Record<string, unknown> }
}

/** The part of pdfkit that writes tags. */
interface TaggedDocument {
  page: { dictionary: { data: Record<string, unknown> } }
  struct(type: string, options?: object): StructureElement
  addStructure(element: StructureElement): void
  markStructureContent(type: string): unknown
  markContent(type: 'Artifact', options: { type: string }): void
  endMarkedContent(): void
  annotate(x: number, y: number, w: number, h: number, options: Record<string, unknown>): unknown
}

interface Inline {
  text: string
  tag?: Tag | typeof artifact
  linkToDestination?: string
  linkToPage?: number
}
interface Line {
  id?: string
  inlines: Inline[]
}
interface Drawn {
  tag?: Tag
}

interface Renderer {
  pdfDocument: TaggedDocument
  renderPages(pages: unknown[]): void
  renderLine(line: Line, x: number, y: number): void
  renderVector(vector: Drawn): void
  renderSVG(svg: Drawn): void
}

/** The elements of one document, created in reading order. */
interface Structure {
  root: StructureElement
  elements: Map<Tag, StructureElement>
  /** The page that a tag was first drawn on. */
  pages: Map<Tag, unknown>
}

/** How the typesetter starts the ids of texts that are in the table of contents. */
const titleId = 'toc-'

const structures = new WeakMap<TaggedDocument, Structure>()

/** Wraps the drawing functions once; documents are tagged from then on. */
export function tagDocuments(): void {
  const prototype = findRenderer().prototype
  const { renderPages, renderLine, renderVector, renderSVG } = prototype

  prototype.renderPages = function (pages) {
    const root = this.pdfDocument.struct('Document')
    this.pdfDocument.addStructure(root)
    structures.set(this.pdfDocument, { root, elements: new Map(), pages: new Map() })
    renderPages.call(this, pages)
    root.end()
  }
  prototype.renderLine = function (line, x, y) {
    const { pdfDocument } = this
    const tag = line.inlines[0]?.tag ?? createTag(line.id?.startsWith(titleId) ? 'H1' : 'P')
    const isLink = line.inlines.some(inline => inline.linkToDestination ?? inline.linkToPage)
    const draw = () => renderLine.call(this, line, x, y)
    if (line.inlines.length === 0 || tag === artifact || isRepeated(pdfDocument, tag)) {
      drawArtifact(pdfDocument, 'Pagination', draw)
      return
    }
    const label = line.inlines.map(({ text }) => text).join('')
    if (isLink) drawLink(pdfDocument, tag, label, draw)
    else drawTagged(pdfDocument, tag, draw)
  }
  prototype.renderVector = function (vector) {
    const draw = () => renderVector.call(this, vector)
    if (vector.tag) drawTagged(this.pdfDocument, vector.tag, draw)
    else drawArtifact(this.pdfDocument, 'Layout', draw)
  }
  prototype.renderSVG = function (svg) {
    const draw = () => renderSVG.call(this, svg)
    if (svg.tag) drawTagged(this.pdfDocument, svg.tag, draw)
    else drawArtifact(this.pdfDocument, 'Layout', draw)
  }
}

/** The class, however the module system presents it. */
function findRenderer(): { prototype: Renderer } {
  let found: unknown = rendererModule
  while (typeof found === 'object' && found !== null && 'default' in found) found = found.default
  if (typeof found !== 'function') throw new Error('The typesetter has no renderer.')
  return found as unknown as { prototype: Renderer }
}

/** A table header that is drawn again at the top of the next page is read once. */
function isRepeated(document: TaggedDocument, tag: Tag): boolean {
  const firstPage = structures.get(document)?.pages.get(tag)
  return tag.type === 'TH' && firstPage !== undefined && firstPage !== document.page
}

function drawArtifact(document: TaggedDocument, type: string, draw: () => void): void {
  document.markContent('Artifact', { type })
  draw()
  document.endMarkedContent()
}

function drawTagged(document: TaggedDocument, tag: Tag, draw: () => void): void {
  const element = findElement(document, tag)
  const { pages } = readStructure(document)
  if (!pages.has(tag)) pages.set(tag, document.page)
  const content = document.markStructureContent(tag.type)
  draw()
  document.endMarkedContent()
  element.add(content)
}

/** A line of the table of contents: its text and its link annotation belong to one element. */
function drawLink(document: TaggedDocument, tag: Tag, label: string, draw: () => void): void {
  const link = document.struct('Link')
  findElement(document, tag).add(link)
  document.page.dictionary.data.Tabs = 'S'
  const content = document.markStructureContent('Link')
  const { annotate } = document
  document.annotate = (x, y, w, h, options) =>
    annotate.call(document, x, y, w, h, { ...options, structParent: link, Contents: toPdfText(label) })
  draw()
  document.annotate = annotate
  document.endMarkedContent()
  link.add(content)
  // Ended on its page, which the reference to the annotation names.
  link.end()
}

/** pdfkit writes primitive strings as names. */
function toPdfText(text: string): object {
  return Object(text)
}

function findElement(document: TaggedDocument, tag: Tag): StructureElement {
  const { root, elements } = readStructure(document)
  const known = elements.get(tag)
  if (known) return known
  const parent = tag.parent === null ? root : findElement(document, tag.parent)
  // The row of a cell creates all of its cells.
  return elements.get(tag) ?? addElement(document, tag, parent)
}

function addElement(document: TaggedDocument, tag: Tag, parent: StructureElement): StructureElement {
  const { elements } = readStructure(document)
  const element = document.struct(tag.type, {
    ...(tag.alt && { alt: tag.alt }),
    ...(tag.scope && { scope: tag.scope }),
  })
  if (tag.columnSpan)
    element.dictionary.data.A = { O: 'Table', Scope: tag.scope ?? 'Row', ColSpan: tag.columnSpan }
  parent.add(element)
  elements.set(tag, element)
  if (tag.type === 'TR') for (const cell of tag.children) addElement(document, cell, element)
  return element
}

function readStructure(document: TaggedDocument): Structure {
  const structure = structures.get(document)
  if (!structure) throw new Error('The document is drawn before its structure exists.')
  return structure
}
