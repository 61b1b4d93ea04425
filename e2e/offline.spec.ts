import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { openSignedIn, signIn } from './support/sign-in.ts'

test.use({ serviceWorkers: 'allow' })

/** Waits until the service worker controls the page, which then opens offline. */
async function waitForServiceWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker?.controller !== null)
}

/** Lists the paths of all cached files. */
function listCachedPaths(page: Page): Promise<string[]> {
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

test('the app opens offline, shows that the connection is lost, and recovers when it is back', async ({
  page,
  context,
}) => {
  await signIn(page, 'investor')
  await waitForServiceWorker(page)
  await expect(page.getByRole('region', { name: 'Net asset value' })).toContainText('CHF')

  await test.step('a bar appears above the figures on screen', async () => {
    await context.setOffline(true)
    await expect(page.getByRole('alert').filter({ hasText: 'No internet connection.' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Net asset value' })).toContainText('CHF')
  })

  await test.step('any address opens offline and shows the reason', async () => {
    for (const address of ['/overview', '/fees?fees_by=account']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: 'No internet connection.' })).toBeVisible()
    }
  })

  await test.step('the screen returns by itself with the connection', async () => {
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Fees' })).toBeAttached()
  })

  await test.step('the cache holds files of the app only, no user data', async () => {
    const cached = await listCachedPaths(page)
    expect(cached).toContain('/index.html')
    expect(cached.filter(path => !/^\/(assets\/|index\.html$|theme\.js$|favicon\.svg$)/.test(path))).toEqual(
      [],
    )
  })
})

test('the sign-in page opens offline', async ({ page, context }) => {
  await page.goto('/login')
  await waitForServiceWorker(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
})

test('a new version replaces all files of the old one', async ({ page, context, baseURL }) => {
  const proxy = await startDeploymentProxy(baseURL ?? '')
  const readDescription = () => page.locator('meta[name=description]').getAttribute('content')
  try {
    await page.goto(`${proxy.url}/login`)
    await waitForServiceWorker(page)
    const [first] = await page.evaluate(() => caches.keys())

    proxy.deploySecond()
    await page.reload()
    expect(await readDescription()).toBe('Second version')
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['plumbline-shell-second'])
    expect(first).not.toBe('plumbline-shell-second')

    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    expect(await readDescription()).toBe('Second version')
  } finally {
    proxy.stop()
  }
})

test('the browser revalidates the service worker and does not cache a page of another version', async ({
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

/** Starts a proxy before the server that can serve a second version of the page and the service worker. */
async function startDeploymentProxy(target: string) {
  let isSecond = false
  const changePage = (html: string) => html.replace('Wealth Analytics Platform', 'Second version')
  const server = createServer(async (request, reply) => {
    const path = request.url ?? '/'
    const answer = await fetch(`${target}${path}`, { headers: { accept: request.headers.accept ?? '*/*' } })
    let body: Buffer | string = Buffer.from(await answer.arrayBuffer())
    const type = answer.headers.get('content-type') ?? ''
    if (isSecond && type.includes('html')) body = changePage(body.toString())
    if (isSecond && path === '/service-worker.js') {
      const html = changePage(await (await fetch(`${target}/index.html`)).text())
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

test('figures stay, dated, while the server is away, and the message names the server', async ({ page }) => {
  // Wide enough for the periods in a row.
  await page.setViewportSize({ width: 1920, height: 900 })
  await openSignedIn(page, '/overview?from=2017-01-01&to=2024-12-31', 'investor')
  const nav = page.getByRole('region', { name: 'Net asset value' })
  await expect(nav).toContainText('CHF')
  const readValue = async () => /CHF[\d,.]+/.exec((await nav.textContent()) ?? '')?.[0]
  const before = await readValue()
  // A toast may also say that the choice of the period was not saved.
  const bar = page.getByRole('alert').filter({ hasText: 'figures of' })

  await test.step('a period chosen meanwhile keeps the figures and says that it waits', async () => {
    await page.route(/\/(api|auth|healthz)/, route => route.abort('connectionrefused'))
    await page.getByRole('search').getByText('YTD', { exact: true }).click()
    await expect(bar).toContainText('The server can’t be reached.')
    await expect(bar).toContainText('The new filter applies when the connection is back.')
    await expect(bar).toContainText(/figures of .*\d\d:\d\d/)
    expect(await readValue()).toBe(before)
    await expect(nav).toContainText(/Profit and loss· .*2017/)
    await expect(nav).not.toContainText('YTD')
    await expect(page.getByText('No internet connection.')).toHaveCount(0)
  })

  await test.step('the figures of the period appear when the server is back', async () => {
    await page.unrouteAll()
    await expect(nav).not.toContainText('2017')
    await expect(bar).toHaveCount(0)
  })
})

test('Back after signing out does not ask to sign out again', async ({ page }) => {
  await signIn(page, 'investor')
  await page.goto('/overview?modal=sign-out')
  await page.getByRole('dialog', { name: 'Sign out?' }).getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/login/)
  await page.goBack()
  await page.getByLabel('Username').fill('investor')
  await page.getByLabel('Password', { exact: true }).fill('plumbline-demo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Net asset value' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
