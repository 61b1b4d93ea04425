import { describe, expect, it } from 'vitest'
import { findRegexes, findSlowInput, listRegexes } from './regexes.ts'

/** Files whose expressions are slow on long input but never get any, with the reason. */
const shortInputOnly: Record<string, string> = {
  'apps/api/src/features/transactions/transaction-history.ts': 'a number from the database',
  'apps/api/src/platform/settings/settings.ts': 'a URL set by the operator',
  'apps/web/src/lib/session/account-rules.ts': 'typed by the user, runs in their own browser',
  'apps/web/src/lib/format/parse-number.ts': 'typed by the user, runs in their own browser',
  'packages/importers/src/text/decimal.ts': 'longer than 200 characters is rejected before',
  'packages/importers/src/csv/words/header-words.ts': 'column headers are truncated before',
}

describe('the regular expressions of the product', () => {
  it('run in linear time', { timeout: 240_000 }, () => {
    const found = [...new Map(listRegexes().map(each => [`/${each.source}/${each.flags}`, each])).entries()]
    expect(found.length).toBeGreaterThan(50)
    const slow = found.flatMap(([text, each]) => {
      const input = each.file in shortInputOnly ? null : findSlowInput(each)
      return input === null ? [] : [`${each.file}:${each.line} ${text} on ${input}…`]
    })
    expect(slow).toEqual([])
  })

  it('are found in the source and classified as slow or fast', () => {
    expect(findRegexes('const a = /^(a+)+$/.test(x) && b / c / d')).toEqual([
      { source: '^(a+)+$', flags: '' },
    ])
    expect(findRegexes('const path = "/api/accounts/"; // not /this/')).toEqual([])
    expect(findSlowInput({ source: '^(a+)+$', flags: '' })).not.toBeNull()
    expect(findSlowInput({ source: String.raw`\s+$`, flags: '' })).not.toBeNull()
    expect(findSlowInput({ source: String.raw`^[a-z]+\d*$`, flags: 'i' })).toBeNull()
  })
})
