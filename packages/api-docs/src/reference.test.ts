import { allEndpoints } from '@plumbline/contract'
import { describe, expect, it } from 'vitest'
import { referenceCss } from './reference-css.ts'
import { referenceHtml } from './reference-html.ts'
import { referenceMarkdown } from './reference-markdown.ts'

describe('the reference in docs/api.md', () => {
  it('is what the contract prints', async () => {
    await expect(referenceMarkdown()).toMatchFileSnapshot('../../../docs/api.md')
  })

  it('links only to headings it has', () => {
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

  it('links only to places it has, and has each place once', () => {
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, link]) => link)
    expect([...new Set(links)].filter(link => !ids.includes(link))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('closes what it opens', () => {
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
