import type { Page, Route } from '@playwright/test'

const rowCount = 10_000
const stepPx = 240

interface Scrolling {
  frames: number
  /** Frames in which a visible part of the table had no row. */
  blank: number
}

/** Scrolls a list of ten thousand positions from top to end and counts frames with gaps. */
export async function measureScrolling(page: Page): Promise<Scrolling> {
  await page.route('**/api/positions/list/**', multiplyRows)
  await page.evaluate(() => localStorage.setItem('plumbline_positions_flat_open', 'yes'))
  await page.goto('/positions')
  await page.getByText('10,000 positions').waitFor()
  await page.waitForFunction(rows => {
    const table = document.querySelector('[role=grid]')
    return Number(table?.getAttribute('aria-rowcount')) > rows
  }, rowCount)
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

/** Repeats the real rows with new ids, since posting a family of this size would take an hour. */
async function multiplyRows(route: Route): Promise<void> {
  const url = new URL(route.request().url())
  const limit = Number(url.searchParams.get('limit') ?? 50)
  const offset = Number(url.searchParams.get('offset') ?? 0)
  url.searchParams.set('limit', '1000')
  url.searchParams.set('offset', '0')
  const reply = await route.fetch({ url: url.href })
  const body = await reply.json()
  const rows: { id: string; name: string }[] = body.data
  const length = Math.max(0, Math.min(limit, rowCount - offset))
  const data = Array.from({ length }, (_, index) => {
    const place = offset + index
    const row = rows[place % rows.length]
    return { ...row, id: `${row?.id}-${place}`, name: `${row?.name} ${place}` }
  })
  await route.fulfill({ response: reply, json: { ...body, data, count: rowCount } })
}
