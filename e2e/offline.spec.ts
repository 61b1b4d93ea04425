import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { signIn } from './sign-in.ts'

test.use({ serviceWorkers: 'allow' })

/** Waits until the worker has the page: from then on it opens without a connection. */
async function shellIsKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker?.controller !== null)
}

/** The addresses of everything that is kept, over all caches. */
function keptAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(
      names.map(async name =>
        (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
      ),
    )
    return all.flat()
  })
}

test('the app opens without a connection and says so, and goes on when it is back', async ({
  page,
  context,
}) => {
  await signIn(page, 'investor')
  await shellIsKept(page)
  await expect(page.getByRole('region', { name: 'Net asset value' })).toContainText('CHF')

  await test.step('with figures on screen a bar stands above them', async () => {
    await context.setOffline(true)
    await expect(page.getByRole('alert').filter({ hasText: 'No internet connection.' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Net asset value' })).toContainText('CHF')
  })

  await test.step('opened anew, at any address, the page is there and says what is wrong', async () => {
    for (const address of ['/overview', '/fees?fees_by=account']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: 'No internet connection.' })).toBeVisible()
    }
  })

  await test.step('with the connection the screen is back by itself', async () => {
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Fees' })).toBeAttached()
  })

  await test.step('nothing of anyone is kept, only files of the app', async () => {
    const kept = await keptAddresses(page)
    expect(kept).toContain('/index.html')
    expect(kept.filter(path => !/^\/(assets\/|index\.html$|theme\.js$|favicon\.svg$)/.test(path))).toEqual([])
  })
})

test('the sign-in page opens without a connection', async ({ page, context }) => {
  await page.goto('/login')
  await shellIsKept(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
})

test('a new version takes over whole, and the old one leaves nothing behind', async ({
  page,
  context,
  baseURL,
}) => {
  const front = await deployInFrontOf(baseURL ?? '')
  const describes = () => page.locator('meta[name=description]').getAttribute('content')
  try {
    await page.goto(`${front.url}/login`)
    await shellIsKept(page)
    const [first] = await page.evaluate(() => caches.keys())

    front.deploySecond()
    await page.reload()
    expect(await describes()).toBe('Second version')
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['plumbline-shell-second'])
    expect(first).not.toBe('plumbline-shell-second')

    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    expect(await describes()).toBe('Second version')
  } finally {
    front.stop()
  }
})

test('the worker is asked for anew each time, and a page of another version is not kept', async ({
  page,
  context,
}) => {
  const reply = await page.request.get('/service-worker.js')
  expect(reply.headers()['cache-control']).toBe('no-cache')
  expect(reply.headers()['content-type']).toContain('javascript')
  expect(reply.headers()['content-security-policy']).toContain("script-src 'self'")
  const html = await (await page.request.get('/index.html')).text()
  await context.route('**/index.html', route =>
    route.fulfill({ body: html.replace('Plumbline', 'Other'), contentType: 'text/html' }),
  )
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  const state = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.register('/service-worker.js')
    const worker = registration.installing ?? registration.waiting ?? registration.active
    while (worker && worker.state !== 'redundant' && worker.state !== 'activated')
      await new Promise(resolve => worker.addEventListener('statechange', resolve, { once: true }))
    return worker?.state
  })
  expect(state).toBe('redundant')
})

/** The server behind a second one, on which a version with another page and another worker can be put. */
async function deployInFrontOf(target: string) {
  let isSecond = false
  const second = (html: string) => html.replace('Wealth Analytics Platform', 'Second version')
  const server = createServer(async (request, reply) => {
    const path = request.url ?? '/'
    const answer = await fetch(`${target}${path}`, { headers: { accept: request.headers.accept ?? '*/*' } })
    let body: Buffer | string = Buffer.from(await answer.arrayBuffer())
    const type = answer.headers.get('content-type') ?? ''
    if (isSecond && type.includes('html')) body = second(body.toString())
    if (isSecond && path === '/service-worker.js') {
      const html = second(await (await fetch(`${target}/index.html`)).text())
      const integrity = `sha256-${createHash('sha256').update(html).digest('base64')}`
      body = body
        .toString()
        .replace(/"version":"[^"]+"/, '"version":"second"')
        .replace(/"integrity":"[^"]+"/, `"integrity":"${integrity}"`)
    }
    const cache = answer.headers.get('cache-control') ?? 'no-store'
    reply.writeHead(answer.status, { 'content-type': type, 'cache-control': cache }).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    // A server that listens on a port has an address with one.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploySecond: () => {
      isSecond = true
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
