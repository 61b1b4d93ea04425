import { inflateSync } from 'node:zlib'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { watchConsole } from '../support/watch-console.ts'

/** Traces of an injected script in a page. */
export interface Traces {
  /** Expects that no script ran, the content policy blocked nothing, and no text became an element. */
  expectNone(allowedErrors?: RegExp): Promise<void>
  /** Waits until no request has run for a while; Playwright's networkidle covers only the first load of a page. */
  waitUntilIdle(): Promise<void>
}

export async function watchForScripts(page: Page): Promise<Traces> {
  const consoleErrors = watchConsole(page)
  page.on('dialog', dialog => {
    consoleErrors.push(`a dialog says ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.addInitScript(() => {
    const violations: string[] = []
    Reflect.set(window, 'violations', violations)
    document.addEventListener('securitypolicyviolation', event => violations.push(event.violatedDirective))
  })
  let pendingCount = 0
  let lastAt = 0
  const count = (step: 1 | -1) => () => {
    pendingCount += step
    lastAt = Date.now()
  }
  page.on('request', count(1)).on('requestfinished', count(-1)).on('requestfailed', count(-1))
  if (process.env.PLANT === '1') await renderTextsAsMarkup(page)
  return {
    async waitUntilIdle() {
      await expect.poll(() => pendingCount === 0 && Date.now() - lastAt > 400, { intervals: [50] }).toBe(true)
    },
    async expectNone(allowedErrors = /^$/) {
      const found = await page.evaluate(() => ({
        ran: Reflect.get(window, 'hit') ?? null,
        stopped: Reflect.get(window, 'violations'),
        // The app itself uses no inline handlers, frames or script URLs.
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
      expect(consoleErrors.filter(consoleError => !allowedErrors.test(consoleError))).toEqual([])
    },
  }
}

/** Expects that a printed report contains nothing that a PDF reader would run. */
export async function expectPdfWithoutScripts(
  request: APIRequestContext,
  report: string,
  access: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${access}` }
  const reply = await request.post(`/api/reports/${report}/pdf/`, { data: { format: 'pdf' }, headers })
  expect(reply.status()).toBe(200)
  const pdf = await reply.body()
  expect(pdf.subarray(0, 4).toString()).toBe('%PDF')
  expect(decodePdf(pdf)).not.toMatch(
    /\/(?:JavaScript|JS|Launch|OpenAction|AA|EmbeddedFile)\b|javascript:window/,
  )
  expect(reply.headers()['content-disposition'] ?? '').not.toMatch(/[\r\n<>]/)
}

/** The content of a PDF as text, with compressed streams inflated. */
function decodePdf(pdf: Buffer): string {
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

/** Plants a defect that renders texts as markup, to prove that the journeys detect it. */
async function renderTextsAsMarkup(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const rendered = new Set<string>()
    new MutationObserver(() => {
      for (const { childElementCount, textContent } of document.querySelectorAll('td, li, span')) {
        const text = textContent ?? ''
        if (childElementCount > 0 || rendered.has(text) || !/<\w/.test(text)) continue
        rendered.add(text)
        // Append a copy, since replacing the original would break the page before anything is detected.
        const copy = document.createElement('div')
        copy.innerHTML = text
        document.body.append(copy)
      }
    }).observe(document, { childList: true, subtree: true })
  })
}
