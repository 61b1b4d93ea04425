import { expect, test } from '@playwright/test'
import { openSignedIn } from '../support/sign-in.ts'
import { addFamily, fetchAccessToken, newPassword } from '../support/users.ts'
import { fillFamily } from './fill.ts'
import { fewNames } from './payloads.ts'
import { expectPdfWithoutScripts, watchForScripts } from './traces.ts'

test('an investor sees names that contain markup literally, on every screen and in print', async ({
  page,
  request,
}) => {
  const traces = await watchForScripts(page)
  const username = await addFamily(request)
  const { report } = await fillFamily(request, username, fewNames)
  await openSignedIn(page, '/overview?period=all', username, newPassword)

  for (const [address, shown] of [
    ['/overview?period=all', /script|svg|img/],
    ['/positions?period=all', /<script>window\.hit=1<\/script> \d|onerror/],
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
      await traces.expectNone()
    })
  }
  await test.step('in print', async () => {
    await expectPdfWithoutScripts(request, report, await fetchAccessToken(request, username, newPassword))
  })
})
