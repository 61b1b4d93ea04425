/**
 * npm run docs:licences: generates docs/licences.md from the lock file, with the version and licence of every package
 * that Plumbline needs to run or to build.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
export const licencesFile = path.join(root, 'docs/licences.md')

/** Licences of packages that state none in package.json, taken from their licence file. */
export const lookedUp: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

export interface LockedPackage {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  license?: string
  dev?: boolean
  devOptional?: boolean
  hasInstallScript?: boolean
}

export function lockedPackages(): [place: string, entry: LockedPackage][] {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(lock.packages as Record<string, LockedPackage>).filter(
    ([place, { link }]) => place.includes('node_modules/') && !link,
  )
}

/** Renders docs/licences.md. */
export function licencesPage(): string {
  const rows = lockedPackages().map(([place, { version, license, dev }]) => {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return {
      name,
      version,
      license: license ?? lookedUp[name] ?? 'not stated',
      use: dev ? 'to build and test' : 'to run',
    }
  })
  const table = (use: string) => {
    const lines = rows
      .filter(row => row.use === use)
      .map(row => `| ${row.name} | ${row.version} | ${row.license} |`)
    return ['| package | version | licence |', '|---|---|---|', ...[...new Set(lines)].sort()].join('\n')
  }
  return `# Licences of what Plumbline is built on

Printed from the lock file by \`npm run docs:licences\`; a test fails when it is not up to date. Plumbline itself is under the Apache License 2.0. [Dependencies](decisions/dependencies.md) says what each direct one is for.

## To run

${table('to run')}

## To build and test

${table('to build and test')}
`
}

if (process.argv[1] === import.meta.filename) writeFileSync(licencesFile, licencesPage())
