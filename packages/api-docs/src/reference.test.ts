import { allEndpoints } from '@plumbline/contract'
import { describe, expect, it } from 'vitest'
import { referenceCss } from './reference-css.ts'
import { referenceHtml } from './reference-html.ts'
import { referenceMarkdown } from './reference-markdown.ts'

describe('docs/api.md', () => {
  it('is up to date with the contract', async () => {
    await expect(referenceMarkdown()).toMatchFileSnapshot('../../../docs/api.md')
  })

  it('has no broken links', () => {
    const text = referenceMarkdown()
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    )
    const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, link]) => link)
    expect(links.length).toBeGreaterThan(300)
    expect([...new Set(links)].filter(link => !headings.includes(link ?? ''))).toEqual([])
  })
})

describe('the reference page', () => {
  const html = referenceHtml()
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)

  it('shows every call', () => {
    for (const [name] of allEndpoints()) expect(ids).toContain(name)
  })

  it('needs no exception from a strict content security policy', () => {
    expect(html).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:|https?:\/\//i)
    expect(html.match(/<link /g)).toHaveLength(1)
    expect(referenceCss).not.toMatch(/@import|url\(/)
  })

  it('has no broken links and no duplicate ids', () => {
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, link]) => link)
    expect([...new Set(links)].filter(link => !ids.includes(link))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('closes every tag', () => {
    for (const tag of [
      'section',
      'details',
      'summary',
      'table',
      'tr',
      'td',
      'code',
      'dl',
      'a',
      'main',
      'nav',
    ])
      expect(html.match(new RegExp(`<${tag}[ >]`, 'g'))?.length, tag).toBe(
        html.match(new RegExp(`</${tag}>`, 'g'))?.length,
      )
  })
})
