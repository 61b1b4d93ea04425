import { contract } from 'virtual:contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { json } from '../../../testing/fake-server.ts'
import { batchReply, fileReply } from '../../../testing/fixtures/imports.ts'
import { settingsReply } from '../../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../../testing/render-app.tsx'
import type { Draft, FilePage } from '../use-imports.ts'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../../app/shell/default-layout.tsx'
import '../import-modal.tsx'

const counts = { new: 1, changed: 0, duplicate: 0, problem: 1, left_out: 0 }
const trade: Draft = {
  id: 'f1.1',
  file_id: 'f1',
  file_name: 'kauf.pdf',
  page: 1,
  line: 2,
  state: 'new',
  message: null,
  suggestion: null,
  date: '2026-03-04',
  settle_date: null,
  transaction_type: 'trade',
  side: 'buy',
  name: 'Nordsee Windkraft',
  isin: 'DE000A9NORD1',
  position_id: null,
  is_new_instrument: true,
  stated_name: null,
  quantity: 40,
  price: null,
  currency: 'EUR',
  amount: -860,
  fees: 11.4,
  taxes: 0,
  net: -871.4,
  note: null,
  counter_amount: null,
  counter_currency: null,
  ratio: null,
  is_fixed: false,
  raw: '',
  is_probable_duplicate: false,
  places: [
    { value: 'quantity', page: 1, line: 2 },
    { value: 'net', page: 2, line: 1 },
  ],
  changes: [],
}
const doubted: Draft = {
  ...trade,
  id: 'f1.2',
  line: 3,
  state: 'problem',
  message: 'Probably already posted, on 2026-03-04.',
  is_probable_duplicate: true,
  places: [],
}

const batch = batchReply({
  files: [
    fileReply({
      name: 'kauf.pdf',
      format: 'pdf',
      preset: 'Uferbank',
      rows_count: 2,
      counts,
      warnings: [{ page: 3, line: 1, message: 'Page 3 has no text and was not read.' }],
      pages_count: 3,
    }),
  ],
  counts,
  balances: [],
})

function pageReply(page: number): FilePage {
  const texts = page === 1 ? ['Kauf', 'Stück 40', 'Storno'] : page === 2 ? ['Endbetrag 871,40 EUR'] : []
  const lines = texts.map((text, index) => {
    const place = { left: 50, width: 100 }
    return { line: index + 1, text, top: 60 + 14 * index, height: 9, ...place, parts: [{ text, ...place }] }
  })
  return { page, pages_count: 3, width: 595, height: 842, lines }
}

function openDocument(fields = '&modal.file=f1') {
  const server = appServer(({ method, path }) => {
    const [bare, query = ''] = path.split('?')
    if (bare === contract.settings.read.path) return json({ data: settingsReply() })
    if (bare === contract.jobs.list.path) return json({ data: [], count: 0, next: null, previous: null })
    if (bare === '/api/imports/i1/') return json({ data: batch })
    if (bare === '/api/imports/i1/files/f1/page/')
      return json({ data: pageReply(Number(new URLSearchParams(query).get('page'))) })
    if (!bare?.startsWith('/api/imports/i1/drafts/')) return undefined
    if (method === 'PATCH') return json({ data: doubted })
    return json({ data: [trade, doubted], count: 2, next: null, previous: null })
  })
  signIn()
  renderApp(`/overview?modal=import&modal.id=i1&modal.step=preview${fields}`)
  return server
}

const selectedText = () => document.querySelector('[aria-current=true]')?.textContent

describe('a PDF beside the values read from it', () => {
  it('opens from a row of the preview, and from the list of files', async () => {
    const user = userEvent.setup()
    openDocument('')
    await user.click(await screen.findByRole('button', { name: 'Show page 1, line 2 of kauf.pdf' }))
    expect(await screen.findByRole('region', { name: 'Text of page 1' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'All rows' }))
    await user.click(await screen.findByRole('button', { name: 'Show kauf.pdf beside its rows' }))
    expect(await screen.findByText('Page 1 of 3')).toBeTruthy()
  })

  it('shows the line of a selected value, on its page', async () => {
    const user = userEvent.setup()
    openDocument()
    await user.click(await screen.findByRole('button', { name: 'Quantity: page 1, line 2' }))
    await waitFor(() => expect(selectedText()).toContain('Stück 40'))
    await user.click(screen.getByRole('button', { name: 'Net amount: page 2, line 1' }))
    await screen.findByText('Page 2 of 3')
    await waitFor(() => expect(selectedText()).toContain('Endbetrag 871,40 EUR'))
  })

  it('turns pages, and says which has no text', async () => {
    const user = userEvent.setup()
    openDocument()
    const previous = await screen.findByRole('button', { name: 'Previous page' })
    expect(previous).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(await screen.findByText('Endbetrag 871,40 EUR')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(await screen.findByText('This page has no text.')).toBeTruthy()
    expect(screen.getByText('Page 3 has no text and was not read.')).toBeTruthy()
  })

  it('asks whether a probable duplicate is another transaction', async () => {
    const user = userEvent.setup()
    const server = openDocument()
    const rows = await screen.findByRole('list', { name: 'Rows of the files' })
    await user.click(within(rows).getAllByRole('button', { expanded: false })[0] ?? rows)
    expect(within(rows).getByText(doubted.message ?? '')).toBeTruthy()
    await user.click(within(rows).getByRole('button', { name: 'Post anyway' }))
    await waitFor(() =>
      expect(server.requests.find(({ method }) => method === 'PATCH')).toMatchObject({
        path: '/api/imports/i1/drafts/f1.2/',
        body: { is_confirmed: true },
      }),
    )
  })
})
