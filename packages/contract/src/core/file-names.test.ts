import { describe, expect, it } from 'vitest'
import { attachment, joinFileName, viewName } from './file-names.ts'

describe('the name of an export', () => {
  it('has its parts without characters that file systems reject', () => {
    expect(joinFileName(['Moreau/Brandt: "AG"', 'positions', null, 'CHF'], 'csv')).toBe(
      'Moreau Brandt AG positions CHF.csv',
    )
    expect(joinFileName(['..\u0000\u202E', '.hidden'], 'csv')).toBe('hidden.csv')
    expect(joinFileName(['', undefined], 'xlsx')).toBe('export.xlsx')
  })

  it('survives long names of emoji and halves of characters', () => {
    const name = joinFileName(['😀'.repeat(200), '\uD83D'], 'csv')
    expect(name).toBe(`${'😀'.repeat(80)}.csv`)
    expect(attachment(name)).toContain("filename*=UTF-8''%F0%9F%98%80")
  })

  it('says what its call lists', () => {
    expect(viewName('/api/positions/list/')).toBe('positions')
    expect(viewName('/api/grouped/detail/')).toBe('grouped detail')
    expect(viewName('/api/instruments/:id/prices/')).toBe('instruments prices')
  })
})
