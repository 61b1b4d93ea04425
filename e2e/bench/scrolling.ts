import type { Page, Route } from '@playwright/test'

const wantedRows = 10_000
const stepPx = 240

interface Scrolling {
  frames: number
  /** In how many of them a part of the table that is in view had no row. */
  blank: number
}

/** The list of positions with ten thousand rows, scrolled from its top to its end. */
export async function scrollWithoutGaps(page: Page): Promise<Scrolling> {
  await page.route('**/api/positions/list/**', manyRows)
  await page.evaluate(() => localStorage.setItem('plumbline_positions_flat_open', 'yes'))
  await page.goto('/positions')
  await page.getByText('10,000 positions').waitFor()
  await page.waitForFunction(rows => {
    const table = document.querySelector('[role=grid]')
    return Number(table?.getAttribute('aria-rowcount')) > rows
  }, wantedRows)
  return page.evaluate(
    step =>
      new Promise<Scrolling>(done => {
        const scroller = document.querySelector('[role=grid]')?.parentElement
        if (!scroller) throw new Error('There is no table to scroll.')
        let frames = 0
        let blank = 0
        const onFrame = () => {
          const view = scroller.getBoundingClientRect()
          const lines = [...scroller.querySelectorAll('[data-line]')]
          const first = lines[0]?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
          const last = lines.at(-1)?.getBoundingClientRect().bottom ?? Number.NEGATIVE_INFINITY
          const isAtEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1
          const hasGap =
            (scroller.scrollTop > 0 && first > view.top + 34) || (!isAtEnd && last < view.bottom - 38)
          frames += 1
          if (hasGap) blank += 1
          if (isAtEnd || frames >= 1500) done({ frames, blank })
          else {
            scroller.scrollTop += step
            requestAnimationFrame(onFrame)
          }
        }
        requestAnimationFrame(onFrame)
      }),
    stepPx,
  )
}

/** The real rows over and over, under ids of their own: a family with so many would take an hour to snapshot. */
async function manyRows(route: Route): Promise<void> {
  const url = new URL(route.request().url())
  const limit = Number(url.searchParams.get('limit') ?? 50)
  const offset = Number(url.searchParams.get('offset') ?? 0)
  url.searchParams.set('limit', '1000')
  url.searchParams.set('offset', '0')
  const reply = await route.fetch({ url: url.href })
  const body = await reply.json()
  const rows: { id: string; name: string }[] = body.data
  const length = Math.max(0, Math.min(limit, wantedRows - offset))
  const data = Array.from({ length }, (_, index) => {
    const place = offset + index
    const row = rows[place % rows.length]
    return { ...row, id: `${row?.id}-${place}`, name: `${row?.name} ${place}` }
  })
  await route.fulfill({ response: reply, json: { ...body, data, count: wantedRows } })
}
