// npm run bench:web: measures load times of the web app against a blank page of the same server in the same run.
import { chromium, type Page } from '@playwright/test'
import { scrollThrough } from '../support/scroll-through.ts'
import { median, printTable } from './report.ts'
import { measureScrolling } from './scrolling.ts'
import { measureSlowNetwork } from './slow-network.ts'

const rounds = 5
const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking']

const baseURL = process.env.PLUMBLINE_URL ?? 'http://127.0.0.1:4000'
const executablePath = process.env.PLUMBLINE_CHROMIUM ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args })
try {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    baseURL,
  })
  const page = await context.newPage()
  await signIn(page)
  // The first round warms up the server and the browser.
  await openOverview(page)
  const blank = await measure(() => openBlankPage(page))
  const complete = await measure(() => openOverview(page))
  const typing = await measureSearch(page)
  const scrolling = await measureScrolling(page)
  const slow = await measureSlowNetwork(page)
  printTable([
    ['a blank page of the same server', blank, null],
    ['Overview, complete', complete, 1500],
    ['search results after a keystroke', typing, 100],
    ['NAV at 60 KB/s and 400 ms, empty cache', slow.firstVisitMs, 5000],
    ['NAV at 60 KB/s and 400 ms, cached files', slow.nextVisitMs, 5000],
  ])
  process.stdout.write(
    `\nOverview: ${slow.requests} requests, ${(slow.dataBytes / 1024).toFixed(0)} KB of data\n`,
  )
  process.stdout.write(`10,000 rows scrolled: ${scrolling.frames} frames, ${scrolling.blank} with a gap\n`)
} finally {
  await browser.close()
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Username').fill('investor')
  await page.getByLabel('Password', { exact: true }).fill('plumbline-demo')
  await page.keyboard.press('Enter')
  await page.waitForURL(/overview/)
}

async function measure(work: () => Promise<void>): Promise<number> {
  const durations: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    await work()
    durations.push(performance.now() - start)
  }
  return median(durations)
}

async function openBlankPage(page: Page): Promise<void> {
  await page.goto('/healthz', { waitUntil: 'load' })
}

/** Navigates, scrolls and waits until every card shows its figures. */
async function openOverview(page: Page): Promise<void> {
  await page.goto('/overview', { waitUntil: 'commit' })
  await page.getByRole('region', { name: 'Net asset value' }).waitFor()
  await scrollThrough(page)
  await page.getByText('months compound to years').waitFor()
  await page.getByRole('list', { name: 'Recently opened' }).waitFor()
}

/** Measures from each keystroke until its results are painted. */
async function measureSearch(page: Page): Promise<number> {
  await page.goto('/overview')
  // Shortcuts work once the shell has rendered.
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search' })
  await field.waitFor()
  const durations: number[] = []
  for (const letter of 'group') {
    const answered = page.waitForResponse(reply => reply.url().includes('/positions/search/?type=open'))
    const start = performance.now()
    await page.keyboard.press(letter)
    await answered
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    durations.push(performance.now() - start)
  }
  return median(durations)
}
