import type { FormRule } from '../profiles/profile.ts'
import type { Line, PdfDocument } from './document.ts'
import { composeRow } from './rows.ts'
import { mergeCaptured, type TableReading } from './tables.ts'
import { type Captured, compileTemplate, fitsTemplate, matchTemplate } from './templates.ts'
import { absolute, fixedToText, multiplyFixed, sumFixed, toFixed } from './tokens/money.ts'
import type { Notation } from './tokens/tokens.ts'

type Templates = string | readonly string[]

/** Reads the notes of a document whose layout a profile describes. */
export function readForm({ lines, notation }: PdfDocument, form: FormRule): TableReading {
  const reading: TableReading = { transactions: [], problems: [] }
  const context: Captured = form.currency === undefined ? {} : { currency: form.currency }
  for (const note of splitForms(lines, form)) {
    const found = collectValues(note, form, notation)
    if ('missing' in found) {
      const line = note[0]?.index ?? 0
      reading.problems.push({ line, message: `This was not found: ${found.missing}` })
      continue
    }
    const result = composeRow({ ...found, rule: form, count: 1 }, context)
    if (result === null) continue
    if ('message' in result) reading.problems.push(result)
    else reading.transactions.push(...result.transactions)
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
const summed = ['tax', 'fee', 'rebate', 'part'] as const
/** Values that may be in another currency than the amount. */
const converted = ['tax', 'fee', 'rebate', 'gross', 'accrued'] as const

const separate: ReadonlySet<string> = new Set([...summed, ...converted])

interface Found {
  readonly values: Captured
  readonly details: readonly Captured[]
  readonly line: number
}

function collectValues(
  lines: readonly Line[],
  form: FormRule,
  notation: Notation,
): Found | { readonly missing: string } {
  const required = new Set(form.values)
  const places: Place[] = []
  for (const templates of [...form.values, ...(form.optional ?? [])]) {
    const found = findPlaces(lines, templates, notation)
    const first = found[0]
    if (first) places.push(...(summed.some(name => first.values[name] !== undefined) ? found : [first]))
    else if (required.has(templates)) return { missing: [templates].flat().join(' / ') }
  }
  const paid = places.find(({ values }) => values.amount !== undefined)
  const parts = places.flatMap(({ values }) => (values.part === undefined ? [] : [toFixed(values.part)]))
  const merged = places.map(({ values }) => values).reduce(mergeCaptured, {})
  const all = Object.entries(merged).filter(([name]) => !separate.has(name))
  return {
    values: {
      ...Object.fromEntries(all),
      ...readContracts(merged),
      ...(parts.length > 0 && { amount: fixedToText(sumFixed(parts.map(absolute))) }),
      ...(paid?.values.currency !== undefined && { currency: paid.values.currency }),
    },
    details: places.flatMap(({ values }) => splitAmounts(values)),
    line: paid?.line ?? lines[0]?.index ?? 0,
  }
}

/** Pieces of an option trade: contracts times what one is about. */
function readContracts({ contracts, contractSize }: Captured): Captured {
  if (contracts === undefined || contractSize === undefined) return {}
  return { shares: fixedToText(multiplyFixed(toFixed(contracts), toFixed(contractSize))) }
}

/** Amounts of a place with their currency. A cost of conversion that they include is a fee. */
function splitAmounts({ currency, cost, ...values }: Captured): Captured[] {
  const unit = currency === undefined ? {} : { currency }
  const amounts = converted.flatMap(name => {
    const value = values[name]
    if (value === undefined) return []
    const own = cost === undefined ? value : fixedToText(toFixed(value) - toFixed(cost))
    return [{ [name]: own, ...unit }]
  })
  return cost === undefined || amounts.length === 0 ? amounts : [...amounts, { fee: cost, ...unit }]
}

interface Place {
  readonly values: Captured
  readonly line: number
}

function findPlaces(lines: readonly Line[], templates: Templates, notation: Notation): Place[] {
  const compiled = [templates].flat().map(compileTemplate)
  const places: Place[] = []
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
