import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { distributedTables } from './table-placements.ts'

const server = path.join(import.meta.dirname, '../../..')
const tables = distributedTables.join('|')
const reference = new RegExp(`\\b(?:from|join|update|into)\\s+(?:${tables})\\b(?![.(])`, 'g')

/** The end of a template literal, past the expressions in it. */
function findEnd(source: string, start: number): number {
  let depth = 0
  for (let place = start; place < source.length; place += 1) {
    const character = source[place]
    if (character === '\\') place += 1
    else if (depth === 0 && character === '`') return place
    else if (character === '$' && source[place + 1] === '{') depth += 1
    else if (depth > 0 && character === '}') depth -= 1
  }
  return source.length
}

/** The SQL in a file, with its line. */
function listQueries(source: string): { line: number; text: string }[] {
  return [...source.matchAll(/sql(?:<[^`]*?>)?`/g)].map(({ 0: opening, index }) => {
    const start = index + opening.length
    return {
      line: source.slice(0, index).split('\n').length,
      text: source.slice(start, findEnd(source, start)),
    }
  })
}

/** What a cluster refuses in a query. It plans one that names its family as if there were a single node. */
function findRefused(text: string): string[] {
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
  return checks.flatMap(([isRefused, reason]) => (isRefused ? [reason] : []))
}

describe('queries of distributed tables', () => {
  it('have no form that a cluster is known to refuse', () => {
    const files = globSync('**/*.ts', { cwd: server }).filter(
      file => !/\.test\.ts$|(?:^|\/)testing\/|migrations\//.test(file),
    )
    const found = files.flatMap(file =>
      listQueries(readFileSync(path.join(server, file), 'utf8')).flatMap(({ line, text }) =>
        findRefused(text).map(reason => `${file}:${line}: ${reason}`),
      ),
    )
    expect(found).toEqual([])
    expect(files.length).toBeGreaterThan(300)
  })

  it.each([
    ['select 1 from import_row r join import_file f on f.id = r.file_id', /join import_file f without/],
    ['select status from import where id = $' + '{id} for update', /locks rows/],
    ['select name_of_user(t.created_by) from transaction t', /name of a user/],
    [
      'insert into import_file (position) values ((select max(position) from import_file))',
      /value of a query/,
    ],
    ['with a as (update transaction set superseded_by = id returning id) select id from a', /common table/],
  ])('are found by their form: %s', (text, reason) => {
    const [query] = listQueries(`const rows = await sql\`${text}\``)
    expect(findRefused(query?.text ?? '').join()).toMatch(reason)
  })
})
