import type { FormRule } from '../profiles/profile.ts'
import type { Line, PdfDocument } from './document.ts'
import { absolute, fixedToText, toFixed } from './money.ts'
import { composeRow, mergeCaptured, type TableReading } from './tables.ts'
import { type Captured, compileTemplate, fitsTemplate, matchTemplate } from './templates.ts'
import type { Notation } from './tokens.ts'

type Templates = string | readonly string[]

/** Reads the notes of a document whose layout a profile describes. */
export function readForm({ lines, notation }: PdfDocument, form: FormRule): TableReading {
  const reading: TableReading = { transactions: [], problems: [] }
  for (const note of splitForms(lines, form)) {
    const values = collectValues(note, form, notation)
    const line = note[0]?.index ?? 0
    if ('missing' in values) {
      reading.problems.push({ line, message: `This was not found: ${values.missing}` })
      continue
    }
    const context: Captured = form.currency === undefined ? {} : { currency: form.currency }
    const result = composeRow({ values: values.found, rule: form, line: values.line, count: 1 }, context)
    if (result === null) continue
    if ('message' in result) reading.problems.push(result)
    else reading.transactions.push(result.transaction)
  }
  return reading
}

function splitForms(lines: readonly Line[], form: FormRule): (readonly Line[])[] {
  const fits = (line: Line, template: string) => fitsTemplate(line, compileTemplate(template))
  const { starts, where } = form
  const places = starts === undefined ? [0] : lines.flatMap((line, at) => (fits(line, starts) ? [at] : []))
  const notes = places.map((start, at) => lines.slice(start, places[at + 1]))
  return where === undefined ? notes : notes.filter(note => note.some(line => fits(line, where)))
}

/** Values that are added up over all places. */
const summed = ['tax', 'fee', 'part'] as const

type Collected = { readonly found: Captured; readonly line: number } | { readonly missing: string }

function collectValues(lines: readonly Line[], form: FormRule, notation: Notation): Collected {
  let found: Captured = {}
  let amountLine = lines[0]?.index ?? 0
  const required = new Set(form.values)
  for (const templates of [...form.values, ...(form.optional ?? [])]) {
    const places = findPlaces(lines, templates, notation)
    const first = places[0]
    if (!first) {
      if (required.has(templates)) return { missing: [templates].flat().join(' / ') }
      continue
    }
    const isSummed = summed.some(name => first.values[name] !== undefined)
    for (const { values } of isSummed ? places : [first]) found = addUp(found, values)
    if (first.values.amount !== undefined) amountLine = first.line
  }
  const { part, ...others } = found
  return { found: part === undefined ? found : { amount: part, ...others }, line: amountLine }
}

function addUp(found: Captured, values: Captured): Captured {
  const sums = summed.flatMap(name => {
    const value = values[name]
    if (value === undefined) return []
    return [[name, fixedToText(toFixed(found[name] ?? '0') + absolute(toFixed(value)))] as const]
  })
  return { ...mergeCaptured(found, values), ...Object.fromEntries(sums) }
}

function findPlaces(lines: readonly Line[], templates: Templates, notation: Notation) {
  const compiled = [templates].flat().map(compileTemplate)
  const places: { readonly values: Captured; readonly line: number }[] = []
  for (let at = 0; at + compiled.length <= lines.length; at += 1) {
    let values: Captured | null = {}
    for (let offset = 0; offset < compiled.length && values; offset += 1) {
      const [line, template] = [lines[at + offset], compiled[offset]]
      const part: Captured | null = line && template ? matchTemplate(line, template, notation) : null
      values = part && mergeCaptured(values, part)
    }
    if (values) places.push({ values, line: lines[at]?.index ?? 0 })
  }
  return places
}
