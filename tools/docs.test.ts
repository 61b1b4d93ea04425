import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { listFiles, repositoryRoot } from './boundaries.ts'

/** Matches inline code that looks like a path of this repository. */
const looksLikePath = /^\.?[\w@.-]+(?:\/[\w@.-]+)*\/?$/
const topLevel =
  /^(?:docs|packages|apps|e2e|bench|tools|\.ci)\/|^[A-Z]+\.md$|^LICENSE$|^(?:package|tsconfig|biome|vitest)[\w.-]*\.(?:json|ts)$/
/** Generated files, which Git ignores. */
const generated = /(?:^|\/)(?:node_modules|dist|data)(?:\/|$)/

/** Paths on a page: inline code is relative to the root, links to the folder of the page. */
function findPaths(page: string, text: string): string[] {
  const inCode = [...text.matchAll(/`([^`\n]+)`/g)].map(match => match[1] ?? '')
  const fromRoot = inCode.filter(word => looksLikePath.test(word) && topLevel.test(word))
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(match => match[1] ?? '')
  const local = links
    .filter(link => !/^[a-z]+:/.test(link))
    .map(link => path.posix.join(path.posix.dirname(page), link))
  return [...fromRoot, ...local].filter(name => !generated.test(name))
}

describe('the documentation', () => {
  it('names only paths that exist', () => {
    const missing = listFiles(/\.md$/).flatMap(page => {
      const text = readFileSync(path.join(repositoryRoot, page), 'utf8')
      return findPaths(page, text)
        .filter(name => !existsSync(path.join(repositoryRoot, name)))
        .map(name => `${page} names ${name}`)
    })
    expect(missing).toEqual([])
  })

  it('is searched for paths in inline code and links', () => {
    const text =
      'See `apps/api/src/app/build-app.ts`, `npm test` and [this](../README.md#top), not `a/b` or [that](https://x.example).'
    expect(findPaths('docs/page.md', text)).toEqual(['apps/api/src/app/build-app.ts', 'README.md'])
  })
})
