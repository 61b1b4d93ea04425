import {
  benchmarkGroupKeys,
  benchmarkReturnTypes,
  cashTrackings,
  chosenLinkKinds,
  clientEntryKinds,
  draftStates,
  eventTypes,
  fileFormats,
  fileStates,
  importStatuses,
  instrumentTypes,
  integrationKinds,
  integrationStatuses,
  jobKinds,
  jobStatuses,
  lotMethods,
  mailStatuses,
  notificationKinds,
  rebalancingRules,
  reportTypes,
  roles,
  sectors,
  targetDimensions,
  targetDirections,
  taskActions,
  taskTypes,
  tokenScopes,
  transactionSources,
  transactionStatuses,
  transactionTypes,
  variationMargins,
} from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { wordParser } from './checked-words.ts'

/** The vocabulary of each column that holds words of a fixed list. */
const vocabularies: Record<string, readonly string[]> = {
  'account.cash': cashTrackings,
  'account.lot_method': lotMethods,
  'account.variation_margin': variationMargins,
  'api_token.scope': tokenScopes,
  'app_user.role': roles,
  'background_job.kind': jobKinds,
  'background_job.status': jobStatuses,
  'benchmark.group_by': benchmarkGroupKeys,
  'benchmark.rebalancing': rebalancingRules,
  'benchmark.return_type': benchmarkReturnTypes,
  'client_task.kind': clientEntryKinds,
  'import.status': importStatuses,
  'import_file.format': fileFormats,
  'import_file.state': fileStates,
  'import_row.state': draftStates,
  'instrument.instrument_type': instrumentTypes,
  'instrument.sector': sectors,
  'instrument_event.event_type': eventTypes,
  'integration.kind': integrationKinds,
  'integration_run.status': [...integrationStatuses, 'running'],
  'linked_position.kind': chosenLinkKinds,
  'mail.status': mailStatuses,
  'notification.kind': notificationKinds,
  'price_target.direction': targetDirections,
  'report.report_type': reportTypes,
  'security_rules.two_factor_roles': roles,
  // A derived row is part of another transaction, and 'superseded' follows from a later revision: neither is stored.
  'transaction.source': transactionSources.filter(source => source !== 'derived'),
  'transaction.status': transactionStatuses.filter(status => status !== 'superseded'),
  'target_allocation.dimension': targetDimensions,
  'transaction.transaction_type': transactionTypes,
  'user_task.actions': taskActions,
  'user_task.task_type': taskTypes,
}

let test: TestDatabase
/** The words that the check constraints of each column list. */
let checked: Map<string, string[]>

beforeAll(async () => {
  test = await createTestDatabase()
  const { rows } = await test.query(`
    select con.conrelid::regclass::text || '.' || a.attname as name, pg_get_constraintdef(con.oid) as definition
    from pg_constraint con
      join pg_class c on c.oid = con.conrelid and not c.relispartition
      join pg_attribute a on a.attrelid = con.conrelid and con.conkey = array[a.attnum]
    where con.contype = 'c' and con.connamespace = 'public'::regnamespace and con.convalidated
      and pg_get_constraintdef(con.oid) ~ 'ARRAY\\['`)
  checked = new Map(
    rows.map(({ name, definition }) => [
      name,
      Array.from(String(definition).matchAll(/'([^']*)'::text/g), match => match[1] ?? ''),
    ]),
  )
})
afterAll(() => test.drop())

describe('columns that hold words of a fixed list', () => {
  it.each(Object.entries(vocabularies))('%s accepts exactly its vocabulary', (column, words) => {
    expect(checked.get(column)?.toSorted()).toEqual([...words].sort())
  })

  it('rejects a word outside the list', async () => {
    await expect(
      test.query("insert into instrument (name, instrument_type, currency) values ('Bar', 'gold', 'CHF')"),
    ).rejects.toThrow(/instrument_type_known/)
    await expect(
      test.query("update security_rules set two_factor_roles = array['admin', 'owner']"),
    ).rejects.toThrow(/security_rules_roles_known/)
  })
})

describe('a word parser', () => {
  const parse = wordParser('account.cash', cashTrackings)

  it('returns a known word', () => {
    expect(parse('tracked')).toBe('tracked')
  })

  it('names the column and the value of an unknown word', () => {
    expect(() => parse('counted')).toThrow("account.cash holds an unknown word: 'counted'")
  })
})
