import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { findRefused, type MutableFunctions } from './find-refused.ts'

const server = path.join(import.meta.dirname, '../../..')
let database: TestDatabase
let mutable: MutableFunctions

beforeAll(async () => {
  database = await createTestDatabase()
  const { rows } = await database.query(`
    select distinct p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('pg_catalog', 'public') and p.provolatile <> 'i'
      -- Text functions of this name are immutable, that of a type that is unknown here is not.
      and p.proname not in ('length', 'lower', 'upper', 'left', 'date')`)
  mutable = new Set(rows.map(({ proname }) => proname))
})

afterAll(() => database?.drop())

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

describe('queries of distributed tables', () => {
  it('have no form that a cluster is known to refuse', () => {
    const files = globSync('**/*.ts', { cwd: server }).filter(
      file => !/\.test\.ts$|(?:^|\/)testing\/|migrations\//.test(file),
    )
    const found = files.flatMap(file =>
      listQueries(readFileSync(path.join(server, file), 'utf8')).flatMap(({ line, text }) =>
        findRefused(text, mutable).map(reason => `${file}:${line}: ${reason}`),
      ),
    )
    expect(found).toEqual([])
    expect(files.length).toBeGreaterThan(300)
  })

  it('have no such form in functions of the database', async () => {
    const { rows } = await database.query(`
      select p.proname, p.prosrc from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'public' and p.prosrc <> ''`)
    const found = rows.flatMap(({ proname, prosrc }: { proname: string; prosrc: string }) =>
      prosrc
        // A variable of a function names the family as a parameter of a query does.
        .replaceAll(/family_id = (?:line\.|new\.)?(\w+)/g, 'family_id = $${$1}')
        .split(';')
        .flatMap(text => findRefused(text, mutable).map(reason => `${proname}: ${reason}`)),
    )
    expect(found).toEqual([])
    expect(rows.length).toBeGreaterThan(30)
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
    ["update import_row set trouble = jsonb_build_object('value', name)", /column to jsonb_build_object/],
    ['update import_file set rows_bytes = coalesce(pg_column_size(stated), 0)', /pg_column_size in a case/],
    ['update import set applied_at = case when true then present_moment() end', /present_moment in a case/],
    [
      'insert into import_mapping (name) values (1) on conflict (name) do update set made_at = present_moment()',
      /present_moment in a conflict/,
    ],
    ['delete from import_row where id = 1 returning to_jsonb(draft)', /returns to_jsonb/],
  ])('are found by their form: %s', (text, reason) => {
    const [query] = listQueries(`const rows = await sql\`${text}\``)
    expect(findRefused(query?.text ?? '', mutable).join()).toMatch(reason)
  })

  it('may call a stable function once for all rows', () => {
    const text = 'update import set applied_at = present_moment() where family_id = $' + '{familyId}'
    expect(findRefused(text, mutable)).toEqual([])
  })
})
