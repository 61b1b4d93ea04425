import type { Page } from '@playwright/test'

/** Collects console errors from now on: script errors, content policy violations, failed loads. */
export function watchConsole(page: Page): string[] {
  const consoleErrors: string[] = []
  page.on('pageerror', error => consoleErrors.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error') consoleErrors.push(message.text())
  })
  return consoleErrors
}
