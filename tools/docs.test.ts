import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesOf, repositoryRoot } from './boundaries.ts'

/** Words in code marks that look like a path of this repository. */
const looksLikePath = /^\.?[\w@.-]+(?:\/[\w@.-]+)*\/?$/
const topLevel =
  /^(?:docs|packages|apps|e2e|bench|tools|\.ci)\/|^[A-Z]+\.md$|^LICENSE$|^(?:package|tsconfig|biome|vitest)[\w.-]*\.(?:json|ts)$/
/** Made by working with the repository, not kept in it. */
const madeLater = /(?:^|\/)(?:node_modules|dist|data)(?:\/|$)/

/** The paths a page names: in code marks from the root, in links from its own folder. */
function pathsNamedIn(page: string, text: string): string[] {
  const inCode = [...text.matchAll(/`([^`\n]+)`/g)].map(match => match[1] ?? '')
  const fromRoot = inCode.filter(word => looksLikePath.test(word) && topLevel.test(word))
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(match => match[1] ?? '')
  const local = links
    .filter(link => !/^[a-z]+:/.test(link))
    .map(link => path.posix.join(path.posix.dirname(page), link))
  return [...fromRoot, ...local].filter(name => !madeLater.test(name))
}

describe('the documents', () => {
  it('name no path that does not exist', () => {
    const missing = filesOf(/\.md$/).flatMap(page => {
      const text = readFileSync(path.join(repositoryRoot, page), 'utf8')
      return pathsNamedIn(page, text)
        .filter(name => !existsSync(path.join(repositoryRoot, name)))
        .map(name => `${page} names ${name}`)
    })
    expect(missing).toEqual([])
  })

  it('are looked through for code marks and links', () => {
    const text =
      'See `apps/api/src/app/build-app.ts`, `npm test` and [this](../README.md#top), not `a/b` or [that](https://x.example).'
    expect(pathsNamedIn('docs/page.md', text)).toEqual(['apps/api/src/app/build-app.ts', 'README.md'])
  })
})
