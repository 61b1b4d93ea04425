import { inflateSync } from 'node:zlib'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { watchConsole } from '../watch-console.ts'

/** What a page did that only a script of somebody else would do. */
export interface Traces {
  /** Nothing ran, the content policy had nothing to stop, and no text became an element. A refusal may be wanted. */
  expectNone(wanted?: RegExp): Promise<void>
  /** Until nothing has been asked of the server for a while: the runner itself only knows of a page's first load. */
  untilQuiet(): Promise<void>
}

export async function watchForScripts(page: Page): Promise<Traces> {
  const complaints = watchConsole(page)
  page.on('dialog', dialog => {
    complaints.push(`a dialog says ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.addInitScript(() => {
    const violations: string[] = []
    Reflect.set(window, 'violations', violations)
    document.addEventListener('securitypolicyviolation', event => violations.push(event.violatedDirective))
  })
  let underway = 0
  let lastAt = 0
  const count = (step: 1 | -1) => () => {
    underway += step
    lastAt = Date.now()
  }
  page.on('request', count(1)).on('requestfinished', count(-1)).on('requestfailed', count(-1))
  if (process.env.PLANT === '1') await takeTextsForMarkup(page)
  return {
    async untilQuiet() {
      await expect.poll(() => underway === 0 && Date.now() - lastAt > 400, { intervals: [50] }).toBe(true)
    },
    async expectNone(wanted = /^$/) {
      const found = await page.evaluate(() => ({
        ran: Reflect.get(window, 'hit') ?? null,
        stopped: Reflect.get(window, 'violations'),
        // Nothing of our own has handlers in its markup, or frames, or addresses that are scripts.
        elements: [...document.querySelectorAll('*')]
          .filter(
            element =>
              element.matches('iframe, object, embed, marquee, math, base, body script, body style') ||
              element.getAttributeNames().some(name => name.startsWith('on')) ||
              /^\s*(?:java\s*script|vbscript|data:text)/i.test(
                element.getAttribute('href') ?? element.getAttribute('src') ?? '',
              ),
          )
          .map(element => element.outerHTML.slice(0, 200)),
      }))
      expect(found).toEqual({ ran: null, stopped: [], elements: [] })
      expect(complaints.filter(complaint => !wanted.test(complaint))).toEqual([])
    },
  }
}

/** A report in print holds nothing that a reader of PDFs would run. */
export async function expectTamePrint(
  request: APIRequestContext,
  report: string,
  access: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${access}` }
  const reply = await request.post(`/api/reports/${report}/pdf/`, { data: { format: 'pdf' }, headers })
  expect(reply.status()).toBe(200)
  const pdf = await reply.body()
  expect(pdf.subarray(0, 4).toString()).toBe('%PDF')
  expect(everythingIn(pdf)).not.toMatch(
    /\/(?:JavaScript|JS|Launch|OpenAction|AA|EmbeddedFile)\b|javascript:window/,
  )
  expect(reply.headers()['content-disposition'] ?? '').not.toMatch(/[\r\n<>]/)
}

/** The bytes of a PDF as text, with what is compressed in it unpacked. */
function everythingIn(pdf: Buffer): string {
  const text = pdf.toString('latin1')
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)endstream/g)].map(match => {
    try {
      return inflateSync(Buffer.from(match[1] ?? '', 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  return text + streams.join('\n')
}

/** A page that takes texts for markup, so that it can be seen that this is found. */
async function takeTextsForMarkup(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const taken = new Set<string>()
    new MutationObserver(() => {
      for (const { childElementCount, textContent } of document.querySelectorAll('td, li, span')) {
        const text = textContent ?? ''
        if (childElementCount > 0 || taken.has(text) || !/<\w/.test(text)) continue
        taken.add(text)
        // Beside what is drawn, which would otherwise break before anything is found.
        const copy = document.createElement('div')
        copy.innerHTML = text
        document.body.append(copy)
      }
    }).observe(document, { childList: true, subtree: true })
  })
}
