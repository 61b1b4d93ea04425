import { describe, expect, it } from 'vitest'
import { regexesIn, regexesOf, slowText } from './regexes.ts'

/** Slow with long texts, which they are never given: with the reason. */
const neverLong: Record<string, string> = {
  'apps/api/src/features/transactions/transaction-history.ts': 'a number of the database',
  'apps/api/src/platform/settings/settings.ts': 'an address that the operator sets',
  'apps/web/src/lib/session/account-rules.ts': 'typed by the one whose browser it is',
  'apps/web/src/lib/format/parse-number.ts': 'typed by the one whose browser it is',
  'packages/importers/src/text/decimal.ts': 'at most 200 letters, refused before',
  'packages/importers/src/csv/header-words.ts': 'the head of a column, which is cut',
}

describe('the regular expressions of the product', () => {
  it('need no more time than their text is long', { timeout: 240_000 }, () => {
    const found = [...new Map(regexesOf().map(each => [`/${each.source}/${each.flags}`, each])).entries()]
    expect(found.length).toBeGreaterThan(50)
    const slow = found.flatMap(([text, each]) => {
      const by = each.file in neverLong ? null : slowText(each)
      return by === null ? [] : [`${each.file}:${each.line} ${text} by ${by}…`]
    })
    expect(slow).toEqual([])
  })

  it('are found in the source, and slow ones are told from quick ones', () => {
    expect(regexesIn('const a = /^(a+)+$/.test(x) && b / c / d')).toEqual([{ source: '^(a+)+$', flags: '' }])
    expect(regexesIn('const path = "/api/accounts/"; // not /this/')).toEqual([])
    expect(slowText({ source: '^(a+)+$', flags: '' })).not.toBeNull()
    expect(slowText({ source: String.raw`\s+$`, flags: '' })).not.toBeNull()
    expect(slowText({ source: String.raw`^[a-z]+\d*$`, flags: 'i' })).toBeNull()
  })
})
