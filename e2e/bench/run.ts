// npm run bench:web: how long the web app takes, beside a blank page of the same server in the same run.
import { chromium, type Page } from '@playwright/test'
import { median, printTable } from './report.ts'
import { scrollWithoutGaps } from './scrolling.ts'

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
  // The first round warms the server and the browser and is not counted.
  await overview(page)
  const blank = await timed(() => blankPage(page))
  const complete = await timed(() => overview(page))
  const typing = await searchAnswers(page)
  const scrolling = await scrollWithoutGaps(page)
  printTable([
    ['a blank page of the same server', blank, null],
    ['Overview, complete', complete, 1500],
    ['an answer to typing in search', typing, 100],
  ])
  process.stdout.write(
    `\n10,000 rows scrolled: ${scrolling.frames} frames, ${scrolling.blank} with an empty place\n`,
  )
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

async function timed(work: () => Promise<void>): Promise<number> {
  const durations: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    await work()
    durations.push(performance.now() - start)
  }
  return median(durations)
}

async function blankPage(page: Page): Promise<void> {
  await page.goto('/healthz', { waitUntil: 'load' })
}

/** From the navigation until every card has its figures: nothing is being loaded any more. */
async function overview(page: Page): Promise<void> {
  await page.goto('/overview', { waitUntil: 'commit' })
  await page.getByRole('region', { name: 'Net asset value' }).waitFor()
  await page.getByText('months link to years').waitFor()
  await page.getByRole('list', { name: 'Most recent open' }).waitFor()
  await page.waitForFunction(() => document.querySelector('main [role=status][aria-label=Loading]') === null)
}

/** From a key to the drawing of its answer, letter by letter. */
async function searchAnswers(page: Page): Promise<number> {
  await page.goto('/overview')
  // Keys count from when the shell stands.
  await page.getByRole('button', { name: 'Search positions' }).waitFor()
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
