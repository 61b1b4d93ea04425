import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { listFiles, repositoryRoot } from './boundaries.ts'
import { licencesFile, licencesPage, lockedPackages, lookedUp } from './licences.ts'

/** Licences that require attribution only, or whose copyleft is limited to single files. */
const permissive =
  /^\(?(?:MIT|MIT-0|Apache-2\.0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|Unlicense|Python-2\.0|Zlib|PostgreSQL|OFL-1\.1|MPL-2\.0)(?: (?:OR|AND) [\w.-]+)*\)?$/
describe('the lock file', () => {
  it('names no registry and has a checksum for every package', () => {
    const text = readFileSync(path.join(repositoryRoot, 'package-lock.json'), 'utf8')
    expect(text).not.toMatch(/https?:\/\/[^"]*registry|\.tgz"/)
    const unchecked = lockedPackages().filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    expect(unchecked.map(([place]) => place)).toEqual([])
  })

  it('pins exact versions of every direct dependency', () => {
    const loose = listFiles(/(?:^|\/)package\.json$/).flatMap(file => {
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
  it('are all permissive or limited to single files', () => {
    const rejected = lockedPackages().filter(
      ([place, { license }]) =>
        !permissive.test(license ?? lookedUp[place.replace('node_modules/', '')] ?? ''),
    )
    expect(rejected.map(([place, { license }]) => `${place}: ${license}`)).toEqual([])
  })

  it('are listed up to date in the documentation (npm run docs:licences)', () => {
    expect(readFileSync(licencesFile, 'utf8')).toBe(licencesPage())
  })
})
