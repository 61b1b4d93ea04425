import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { callApi } from './figures.ts'

/** Every screen of the shell. */
export const screens = [
  '/overview?period=all',
  '/positions?period=all',
  '/transactions?period=all',
  '/watchlist',
  '/strategies',
  '/events',
  '/fees?period=all',
] as const

/** The address of a modal. Investors can open it unless it is for administrators. */
export interface ModalAddress {
  kind: string
  fields?: Readonly<Record<string, string>>
  isForAdmins?: boolean
}

/** Lists every modal that an address can open, with ids of existing items. */
export async function listModals(page: Page): Promise<ModalAddress[]> {
  const positions = await callApi(page, '/api/positions/list/?limit=50')
  const id: string = positions.data[0].id
  const posted = await callApi(page, '/api/transactions/list/?limit=1')
  return [
    { kind: 'keyboard' },
    { kind: 'settings' },
    ...['preferences', 'sign_ins', 'tokens'].map(tab => ({ kind: 'settings', fields: { tab } })),
    ...['accounts', 'families', 'users'].map(tab => ({ kind: 'admin', fields: { tab }, isForAdmins: true })),
    { kind: 'reports' },
    { kind: 'notifications' },
    { kind: 'notifications', fields: { tab: 'rules' } },
    { kind: 'new-account' },
    { kind: 'search' },
    { kind: 'position', fields: { id } },
    { kind: 'position', fields: { id, tab: 'transactions' } },
    { kind: 'position', fields: { id, tab: 'linked' } },
    { kind: 'position', fields: { id, tab: 'chart' } },
    { kind: 'position-transactions', fields: { id } },
    { kind: 'group', fields: { by: 'instrument_type', key: 'equity' } },
    { kind: 'explain', fields: { last: 'day' } },
    { kind: 'fees' },
    { kind: 'fees-day', fields: { date: posted.data[0].date } },
    { kind: 'strategy' },
    { kind: 'add-to-strategy', fields: { position: id } },
    { kind: 'ticker' },
    { kind: 'assets' },
    { kind: 'assets', fields: { form: 'new' } },
    { kind: 'import' },
    { kind: 'transaction' },
    { kind: 'data-quality' },
    { kind: 'sign-out' },
  ]
}

export function buildAddress({ kind, fields = {} }: ModalAddress, screen = '/overview?period=all'): string {
  const parts = Object.entries(fields).map(([name, value]) => [`modal.${name}`, value])
  const query = new URLSearchParams([['modal', kind], ...parts])
  return `${screen}${screen.includes('?') ? '&' : '?'}${query}`
}

/** Navigates like a link, without reloading the page. */
export async function navigateInApp(page: Page, address: string): Promise<void> {
  await page.evaluate(to => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, address)
}

/** Reads the modal kinds from the source of the modal host, to detect one that is missing here. */
export function knownModalKinds(): string[] {
  const host = readFileSync(new URL('../apps/web/src/app/shell/modal-host.tsx', import.meta.url), 'utf8')
  return [...host.matchAll(/^ {2}'?([a-z-]+)'?: lazyComponent/gm)].map(match => match[1] ?? '')
}
