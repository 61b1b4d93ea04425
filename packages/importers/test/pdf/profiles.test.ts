import { describe, expect, it } from 'vitest'
import { profiles } from '../../src/pdf/profiles/profiles.ts'
import { compileTemplate } from '../../src/pdf/text/templates.ts'

describe('bank profiles', () => {
  it('use known placeholders only', () => {
    expect(() => compileTemplate('{Storno} {amount}')).toThrow('Unknown placeholder: {Storno}')
    for (const profile of profiles)
      for (const template of templatesOf([profile.values, profile.tables, profile.forms]))
        expect(() => compileTemplate(template), `${profile.bank}: ${template}`).not.toThrow()
  })

  it('have a bank of their own and words to recognise it', () => {
    const banks = profiles.map(({ bank }) => bank)
    expect(new Set(banks).size).toBe(banks.length)
    for (const { bank, recognise } of profiles)
      expect(recognise.length > 0 && recognise.every(group => group.length > 0), bank).toBe(true)
  })
})

/** All texts with placeholders, wherever they stand in the data. */
function templatesOf(data: unknown): string[] {
  if (typeof data === 'string') return data.includes('{') ? [data.replace(/^\?/, '')] : []
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(templatesOf) : []
}
