import { inflateSync } from 'node:zlib'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { addFamily, newPassword } from './people.ts'
import { openSignedIn } from './sign-in.ts'
import { watchConsole } from './watch-console.ts'

/** Names that would be scripts, frames, templates or ends of what they stand in, if anyone took them for it. */
const payloads = [
  '<script>window.hit=1</script>',
  '<img src=x onerror="window.hit=1">',
  '"><svg onload=window.hit=1>',
  "'-alert(1)-'",
  '</title><script>alert(1)</script>',
  '<iframe srcdoc="<script>parent.hit=1</script>">',
  'javascript:alert(1)',
  '{{constructor.constructor("window.hit=1")()}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a careless template would evaluate.
  '${alert(1)}',
  '<a href="javascript:window.hit=1">x</a>',
  '<style>*{display:none}</style>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=window.hit=1>',
  '&lt;script&gt;window.hit=1&lt;/script&gt;',
  '\u202e<b>turned round</b>',
]
const name = (place: number) => `${payloads[place % payloads.length]} ${place}`

async function fill(
  request: APIRequestContext,
  username: string,
): Promise<{ report: string; access: string }> {
  const login = await request.post('/auth/login/', { data: { username, password: newPassword } })
  const { access } = await login.json()
  const headers = { authorization: `Bearer ${access}` }
  const make = async (url: string, data: object) => {
    const reply = await request.post(url, { data, headers })
    expect(reply.status(), `${url} ${await reply.text()}`).toBe(200)
    return (await reply.json()).data
  }
  await request.patch('/api/settings/', { data: { name: name(1) }, headers })
  for (const [place] of payloads.entries()) {
    const account = await make('/api/accounts/', { name: name(place), currency: 'CHF' })
    const common = { account: account.id, currency: 'CHF', date: '2026-01-05' }
    await make('/api/transactions/', {
      ...common,
      transaction_type: 'deposit',
      amount: 10,
      note: name(place),
    })
    await make('/api/positions/manage/', {
      account: account.id,
      name: name(place + 100),
      type: 'real_estate',
      currency: 'CHF',
      transactions: [{ type: 'purchase', date: '2026-01-05', amount: 1000 + place }],
    })
    if (place % 2 === 0)
      await make('/api/strategy/', { name: name(place), description: name(place + 1), position_ids: [] })
    if (place % 2 === 0) await make('/api/templates/', { name: name(place) })
  }
  const report = { name: name(0), report_type: 'positions', calculated_currency: 'CHF' }
  return { report: (await make('/api/reports/', report)).id, access }
}

/** What ran although it was a name, and what the content policy had to stop. */
async function traces(page: Page): Promise<unknown> {
  return page.evaluate(() => [Reflect.get(window, 'hit') ?? null, Reflect.get(window, 'violations')])
}

test('names that are markup are shown as what they are, on every screen and in print', async ({
  page,
  request,
}) => {
  const complaints = watchConsole(page)
  const dialogs: string[] = []
  page.on('dialog', dialog => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.addInitScript(() => {
    const violations: string[] = []
    Reflect.set(window, 'violations', violations)
    document.addEventListener('securitypolicyviolation', event => violations.push(event.violatedDirective))
  })
  const username = await addFamily(request)
  const { report, access } = await fill(request, username)
  await openSignedIn(page, '/overview?period=all', username, newPassword)

  for (const [address, shown] of [
    ['/overview?period=all', /script|svg|img/],
    ['/positions?period=all', /<script>window\.hit=1<\/script> 1\d\d|onerror/],
    ['/transactions?period=all', /onerror|<script>/],
    ['/strategies', /<script>window\.hit=1<\/script>/],
    ['/watchlist', null],
    ['/events?period=all', null],
    ['/fees?period=all', null],
  ] as const) {
    await test.step(address, async () => {
      await page.goto(address)
      await expect(page.getByRole('main')).toBeVisible()
      if (shown) await expect(page.getByRole('main').getByText(shown).first()).toBeVisible()
      expect(await traces(page)).toEqual([null, []])
      expect(await page.locator('main script, main iframe, main a[href^="javascript:"]').count()).toBe(0)
    })
  }
  expect(dialogs).toEqual([])
  expect(complaints).toEqual([])

  await test.step('in print', async () => {
    const headers = { authorization: `Bearer ${access}` }
    const reply = await request.post(`/api/reports/${report}/pdf/`, { data: { format: 'pdf' }, headers })
    expect(reply.status()).toBe(200)
    const pdf = await reply.body()
    expect(pdf.subarray(0, 4).toString()).toBe('%PDF')
    expect(everythingIn(pdf)).not.toMatch(
      /\/(?:JavaScript|JS|Launch|OpenAction|AA|EmbeddedFile)\b|javascript:window/,
    )
    expect(reply.headers()['content-disposition'] ?? '').not.toMatch(/[\r\n<>]/)
  })
})

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
