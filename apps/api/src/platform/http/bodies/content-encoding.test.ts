import { describe, expect, it } from 'vitest'
import { chooseEncoding } from './content-encoding.ts'

describe('an encoding', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['X-GZIP', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0.8, gzip;q=0.8', 'br'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', null],
    ['br;q=0, gzip;q=0', null],
    ['identity', null],
    ['identity;q=1, gzip;q=0.5', null],
    ['identity;q=0.5, gzip;q=1', 'gzip'],
    ['gzip;q=nonsense', null],
    ['deflate', null],
  ])('for Accept-Encoding %j is %j', (header, chosen) => {
    expect(chooseEncoding(header)).toBe(chosen)
  })
})
