import type { Page } from '@playwright/test'

const slow = { offline: false, latency: 400, downloadThroughput: 60 * 1024, uploadThroughput: 30 * 1024 }
const fast = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }

interface SlowNetwork {
  /** Until the net asset value is visible, without any file in the cache. */
  firstVisitMs: number
  /** The same with cached files. */
  nextVisitMs: number
  /** Everything that the Overview loads without scrolling, the page and its files included. */
  requests: number
  /** Replies of the API as transferred. */
  dataBytes: number
}

/** Opens the Overview over a slow network, signed in. */
export async function measureSlowNetwork(page: Page): Promise<SlowNetwork> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  const calls = new Set<string>()
  let requests = 0
  let dataBytes = 0
  client.on('Network.requestWillBeSent', ({ requestId, request }) => {
    requests += 1
    if (/\/(api|auth)\//.test(request.url)) calls.add(requestId)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (calls.has(requestId)) dataBytes += encodedDataLength
  })
  await page.unrouteAll()
  const open = async () => {
    await page.goto('about:blank')
    const start = performance.now()
    await page.goto('/overview', { waitUntil: 'commit' })
    await page.getByRole('region', { name: 'Net asset value' }).getByText(/\d{3}/).first().waitFor()
    return performance.now() - start
  }
  await client.send('Network.clearBrowserCache')
  requests = 0
  dataBytes = 0
  await open()
  await page.waitForLoadState('networkidle')
  const counted = { requests, dataBytes }
  await client.send('Network.emulateNetworkConditions', slow)
  await client.send('Network.clearBrowserCache')
  const firstVisitMs = await open()
  const nextVisitMs = await open()
  await client.send('Network.emulateNetworkConditions', fast)
  return { firstVisitMs, nextVisitMs, ...counted }
}
