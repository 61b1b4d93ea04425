import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesOf, repositoryRoot } from './boundaries.ts'
import { licencesFile, licencesPage, lockedPackages, lookedUp } from './licences.ts'

/** Licences that ask for no more than to be named, or that bind a file and not those who use it. */
const fine =
  /^\(?(?:MIT|MIT-0|Apache-2\.0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|Unlicense|Python-2\.0|Zlib|PostgreSQL|OFL-1\.1|MPL-2\.0)(?: (?:OR|AND) [\w.-]+)*\)?$/
describe('the lock file', () => {
  it('names no registry, and a checksum of every package', () => {
    const text = readFileSync(path.join(repositoryRoot, 'package-lock.json'), 'utf8')
    expect(text).not.toMatch(/https?:\/\/[^"]*registry|\.tgz"/)
    const unchecked = lockedPackages().filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    expect(unchecked.map(([place]) => place)).toEqual([])
  })

  it('holds the versions that the packages ask for, exactly', () => {
    const loose = filesOf(/(?:^|\/)package\.json$/).flatMap(file => {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
        readFileSync(path.join(repositoryRoot, file), 'utf8'),
      )
      return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter(
          ([name, version]) =>
            !name.startsWith('@plumbline/') && !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(String(version)),
        )
        .map(([name, version]) => `${file}: ${name} ${version}`)
    })
    expect(loose).toEqual([])
  })
})

describe('licences', () => {
  it('are such that anyone may use what is built on them', () => {
    const doubtful = lockedPackages().filter(
      ([place, { license }]) => !fine.test(license ?? lookedUp[place.replace('node_modules/', '')] ?? ''),
    )
    expect(doubtful.map(([place, { license }]) => `${place}: ${license}`)).toEqual([])
  })

  it('are listed in the documents, up to date (npm run docs:licences)', () => {
    expect(readFileSync(licencesFile, 'utf8')).toBe(licencesPage())
  })
})
