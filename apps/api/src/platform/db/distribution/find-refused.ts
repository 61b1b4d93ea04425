import { distributedTables } from './table-placements.ts'

const tables = distributedTables.join('|')
const reference = new RegExp(`\\b(?:from|join|update|into)\\s+(?:${tables})\\b(?![.(])`, 'g')
const change = new RegExp(`\\b(?:update|delete from|insert into)\\s+(?:${tables})\\b`)

/** Names of functions that are not immutable. */
export type MutableFunctions = ReadonlySet<string>

/** What a cluster refuses in a query. It plans one that names its family as if there were a single node. */
export function findRefused(text: string, mutable: MutableFunctions): string[] {
  const named = text.match(reference) ?? []
  if (named.length === 0) return []
  const joined = named.length < 2 ? [] : [...text.matchAll(new RegExp(`join (?:${tables}) (\\w+)`, 'g'))]
  const apart = joined.filter(([, alias]) => !text.includes(`${alias}.family_id`)).map(([join]) => join)
  const locks = new RegExp(`\\bfrom (?:${tables})\\b[^;]*\\bfor (?:update|share|no key update|key share)$`)
  const checks: [boolean, string][] = [
    [apart.length > 0, `${apart.join(', ')} without its family`],
    [locks.test(text.trim()) && !/family_id = \$\{/.test(text), 'locks rows without their family'],
    [text.includes('name_of_user('), 'reads the name of a user on the node of the row'],
    [/\binsert into\b[^;]*\bvalues \([^;]*\(\s*select\b/.test(text), 'inserts the value of a query'],
    [
      /\bas (?:materialized )?\(\s*(?:update|insert|delete)\b/.test(text),
      'changes rows within a common table',
    ],
  ]
  const refused = checks.flatMap(([isRefused, reason]) => (isRefused ? [reason] : []))
  return [...refused, ...findMutable(text, mutable)]
}

interface Call {
  name: string
  given: string
  index: number
}

/** Calls of functions that are not immutable, with what is given to them. */
function listCalls(text: string, mutable: MutableFunctions): Call[] {
  return [...text.matchAll(/\b([a-z_]+)\(/g)].flatMap(({ 1: name = '', 0: opening, index }) => {
    if (!mutable.has(name)) return []
    const start = index + opening.length
    return [{ name, given: text.slice(start, closingParenthesis(text, start)), index }]
  })
}

function closingParenthesis(text: string, start: number): number {
  let depth = 1
  for (let place = start; place < text.length; place += 1) {
    if (text[place] === '(') depth += 1
    else if (text[place] === ')') depth -= 1
    if (depth === 0) return place
  }
  return text.length
}

/** Whether an expression reads a column: a word outside of parameters, texts and types. */
function readsColumn(expression: string): boolean {
  const rest = expression.replaceAll(/\$\{[^}]*\}|'[^']*'|::\w+(?:\[\])?/g, ' ')
  return /\b(?!null\b|true\b|false\b)[a-z_]+\b(?!\()/.test(rest)
}

/**
 * Functions that are not immutable, where a change of rows may not call them. The coordinator evaluates a stable one
 * once, so that it takes no column, and cannot be within a case, a conflict or what is returned.
 */
function findMutable(text: string, mutable: MutableFunctions): string[] {
  const [changed] = text.match(change) ?? []
  if (changed === undefined) return []
  const body = text.slice(text.indexOf(changed))
  const conflict = body.match(/\bon conflict\b[^;]*?\bdo update set\b([^;]*)/)?.[1] ?? ''
  const returned = body.match(/\breturning\b([^;]*)$/)?.[1] ?? ''
  const found = [
    ...listCalls(conflict, mutable).map(({ name }) => `calls ${name} in a conflict`),
    ...listCalls(returned, mutable).map(({ name }) => `returns ${name}`),
  ]
  if (!/^(?:update|delete)/.test(changed)) return found
  const lazy = [
    ...listArguments(body, 'coalesce('),
    ...[...body.matchAll(/\bcase\b[^;]*?\bend\b/g)].map(([all]) => all),
  ]
  return [
    ...found,
    ...lazy.flatMap(each => listCalls(each, mutable).map(({ name }) => `calls ${name} in a case`)),
    ...listCalls(body, mutable)
      .filter(({ given, name }) => name !== 'jsonb_to_recordset' && readsColumn(given))
      .map(({ name }) => `gives a column to ${name}`),
  ]
}

function listArguments(text: string, opening: string): string[] {
  return text
    .split(opening)
    .slice(1)
    .map(rest => rest.slice(0, closingParenthesis(rest, 0)))
}
