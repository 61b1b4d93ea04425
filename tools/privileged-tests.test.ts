import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from './boundaries.ts'
import { dependsOnPrivileges, onlyUnprivileged, privilegedTests } from './testing/privileged-tests.ts'

const isListed = (file: string) =>
  privilegedTests.some(listed => (listed.endsWith('/') ? file.startsWith(listed) : file === listed))

describe('the list of tests that depend on privileges', () => {
  it('names files and folders that exist', () => {
    expect(privilegedTests.filter(place => !existsSync(path.join(repositoryRoot, place)))).toEqual([])
  })

  it('names every test that starts processes or checks users, owners or modes', () => {
    const exclude = (name: string) => name === 'node_modules'
    const files = globSync('{apps,packages,tools}/**/*.test.{ts,tsx}', { cwd: repositoryRoot, exclude })
    expect(files.length).toBeGreaterThan(100)
    const dependent = files.filter(file =>
      dependsOnPrivileges.test(readFileSync(path.join(repositoryRoot, file), 'utf8')),
    )
    expect(dependent.length).toBeGreaterThan(0)
    expect(dependent.filter(file => !isListed(file))).toEqual([])
  })

  it('has the whole server started as root too', () => {
    expect(onlyUnprivileged.filter(file => !privilegedTests.includes(file))).toEqual([])
    const both = privilegedTests.filter(place => !onlyUnprivileged.includes(place))
    const starting = both.filter(
      place =>
        place.endsWith('.ts') &&
        readFileSync(path.join(repositoryRoot, place), 'utf8').includes('/server-process.ts'),
    )
    expect(starting).toEqual(['apps/api/src/app/own-postgres.test.ts'])
    expect(both).toContain('apps/api/src/platform/db/embedded/')
  })
})
