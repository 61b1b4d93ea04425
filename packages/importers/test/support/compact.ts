import type { Draft, FileReading } from '../../src/index.ts'

/** Drops empty fields and defaults, so that expectations stay readable. */
function dropEmpty(value: object): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(value)) {
    if (field === null || field === undefined || key === 'raw' || key === 'statement') continue
    if ((key === 'fees' || key === 'taxes') && field === '0') continue
    if (Array.isArray(field)) {
      if (field.length > 0) kept[key] = field
    } else kept[key] = typeof field === 'object' ? dropEmpty(field) : field
  }
  return kept
}

/** Formats a reading as in the expected files beside the samples: one line per item. */
export function compact(reading: FileReading): string {
  if (reading.state !== 'read') {
    const { state } = reading
    return `${JSON.stringify(state === 'unreadable' ? dropEmpty(reading) : { state, mapping: reading.csv.mapping }, null, 1)}\n`
  }
  const { format, preset, encoding, reading: found } = reading
  const lists = {
    statements: found.statements.map(({ rows: _, ...statement }) => statement),
    drafts: found.drafts.map(inOrder),
    cancellations: found.cancellations,
    holdings: found.holdings,
    problems: found.problems.map(({ key: _, ...problem }) => problem),
    warnings: found.warnings,
    skipped: found.skipped,
  }
  const parts = Object.entries(lists)
    .filter(([, items]) => items.length > 0)
    .map(
      ([name, items]) => `"${name}": [\n${items.map(item => JSON.stringify(dropEmpty(item))).join(',\n')}\n]`,
    )
  const head = JSON.stringify({ format, preset: preset?.id ?? null, encoding }).slice(1, -1)
  return `{ ${head},\n${parts.join(',\n')} }\n`
}

function inOrder(draft: Draft): object {
  const { line, key, type, date, ...rest } = draft
  return { line, type, date, ...rest, key }
}
