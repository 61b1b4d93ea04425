import type { Page } from '@playwright/test'

/** What the browser complains about from here on: errors of scripts, of the content policy, of loading. */
export function watchConsole(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return complaints
}
