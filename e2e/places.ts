import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { ask } from './figures.ts'

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

/** What a modal is about, as its fields in the address; of an investor, unless staff alone may open it. */
export interface ModalPlace {
  kind: string
  fields?: Readonly<Record<string, string>>
  isForAdmins?: boolean
}

/** Every modal that the address can open, with something to show. */
export async function modalPlaces(page: Page): Promise<ModalPlace[]> {
  const positions = await ask(page, '/api/positions/list/?limit=50')
  const id: string = positions.data[0].id
  const posted = await ask(page, '/api/transactions/list/?limit=1')
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

export function addressOf({ kind, fields = {} }: ModalPlace, screen = '/overview?period=all'): string {
  const parts = Object.entries(fields).map(([name, value]) => [`modal.${name}`, value])
  const query = new URLSearchParams([['modal', kind], ...parts])
  return `${screen}${screen.includes('?') ? '&' : '?'}${query}`
}

/** Goes where a link would lead, without loading the page anew. */
export async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate(to => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, address)
}

/** The kinds that the modal host knows, so that a new one cannot be forgotten here. */
export function knownModalKinds(): string[] {
  const host = readFileSync(new URL('../apps/web/src/app/shell/modal-host.tsx', import.meta.url), 'utf8')
  return [...host.matchAll(/^ {2}'?([a-z-]+)'?: lazyPart/gm)].map(match => match[1] ?? '')
}
