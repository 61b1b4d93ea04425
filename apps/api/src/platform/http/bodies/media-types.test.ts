import { describe, expect, it } from 'vitest'
import { chooseMediaType } from './media-types.ts'

describe('a media type', () => {
  it.each([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['text/csv', 'text/csv'],
    ['TEXT/CSV; charset=utf-8', 'text/csv'],
    ['application/json;q=0.5, text/csv', 'text/csv'],
    ['text/csv;q=0.5, application/json', 'application/json'],
    ['text/csv;q=0.5, application/json;q=0.4', 'text/csv'],
    ['text/html, text/*;q=0.5, */*;q=0.1', 'text/csv'],
    ['text/*, application/json;q=0.9', 'text/csv'],
    ['text/*, text/csv;q=0.1, application/json;q=0.9', 'application/json'],
    ['text/csv;q=0, */*', 'application/json'],
    ['application/json;q=0, */*;q=0.1', 'text/csv'],
    // Equal weights: the more specific entry, then the earlier one, then JSON.
    ['*/*, text/csv', 'text/csv'],
    ['text/csv, application/json', 'text/csv'],
    ['application/json, text/csv', 'application/json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/json'],
    ['text/csv;q=x', 'text/csv'],
    ['text/html', null],
    ['image/*, text/csv;q=0', null],
    ['*/*;q=0', null],
  ])('for Accept %j is %j', (accept, chosen) => {
    expect(chooseMediaType(accept, ['application/json', 'text/csv'])).toBe(chosen)
  })
})
