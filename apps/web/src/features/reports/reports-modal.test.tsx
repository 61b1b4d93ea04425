import { contract } from 'virtual:contract'
import type { Job, Report } from '@plumbline/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeRequest, failed, json } from '../../testing/fake-server.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../app/shell/default-layout.tsx'
import './reports-modal.tsx'

const { reports, jobs, settings } = contract
const saveFile = vi.hoisted(() => vi.fn())
vi.mock('../../lib/api/save-file.ts', () => ({ saveFile }))
beforeEach(() => saveFile.mockClear())

const statement: Report = {
  id: 'r1',
  name: 'Quarterly statement',
  report_type: 'statement',
  calculated_currency: 'CHF',
  filter_account: [],
  filter_instrument_type: [],
  filter_currency: [],
  family: { id: 'f1', name: 'Aebi-Laurent' },
  created_at: '2026-10-01T09:00:00Z',
  last_pdf: { job_id: 'j0', created_at: '2026-11-12T09:00:00Z', pages: 14 },
  version: 1,
}

function jobReply(change: Partial<Job> = {}): Job {
  return {
    id: 'j1',
    kind: 'report_pdf',
    name: 'Quarterly statement',
    family: { id: 'f1', name: 'Aebi-Laurent' },
    status: 'running',
    progress: 0.38,
    message: null,
    created_at: '2026-11-13T09:00:00Z',
    finished_at: null,
    result: null,
    result_id: 'r1',
    ...change,
  }
}

const page = (data: unknown[], count = data.length) => json({ next: null, previous: null, count, data })
const pdf = () =>
  new Response('%PDF-1.7', {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Quarterly statement.pdf"`,
    },
  })

/** Opens the list of reports. `respond` overrides the default replies. */
function openReports(
  respond: (request: FakeRequest) => Response | undefined = () => undefined,
  { fields = '', role = 'investor' as 'investor' | 'demo' } = {},
) {
  const server = appServer(request => {
    const reply = respond(request)
    if (reply !== undefined) return reply
    const path = request.path.split('?')[0]
    if (path === settings.read.path) return json({ data: settingsReply({ role }) })
    if (path === reports.list.path && request.method === 'GET') return page([statement], 120)
    if (path === jobs.list.path) return page([])
    return undefined
  })
  signIn()
  return { server, app: renderApp(`/overview?modal=reports${fields}`) }
}

describe('reports', () => {
  it('are listed with type, filter and last print, and paged by the URL', async () => {
    const user = userEvent.setup()
    const { server, app } = openReports()
    const grid = await screen.findByRole('grid', { name: 'Reports' })
    expect(await within(grid).findByText('Quarterly statement')).toBeTruthy()
    expect(within(grid).getByText('12 Nov 2026, 14 pages')).toBeTruthy()
    expect(within(grid).getByText('All accounts')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(app.address()).toContain('modal.offset=50'))
    await user.click(screen.getByRole('button', { name: 'Type' }))
    await waitFor(() =>
      expect(server.to(reports.list.path).at(-1)?.path).toContain('offset=0&order_by=report_type'),
    )
  })

  it('are created by the form, which shows a taken name as an error under its field', async () => {
    const user = userEvent.setup()
    const { server } = openReports(({ method, path }) =>
      method === 'POST' && path === reports.create.path
        ? failed(409, 'already_exists', 'This already exists.', 'name')
        : undefined,
    )
    await user.click(await screen.findByRole('button', { name: 'New report' }))
    const form = await screen.findByRole('dialog', { name: 'New report' })
    await user.type(within(form).getByLabelText('Name'), 'Income for tax')
    await user.click(within(form).getByRole('checkbox', { name: /Banque Rochette/ }))
    await user.click(within(form).getByRole('button', { name: 'Save' }))
    expect(await within(form).findByText('This already exists.')).toBeTruthy()
    const sent = server.requests.find(({ method, path }) => method === 'POST' && path === reports.create.path)
    expect(sent?.body).toEqual({
      name: 'Income for tax',
      report_type: 'statement',
      calculated_currency: 'CHF',
      filter_account: ['a1'],
      filter_instrument_type: [],
      filter_currency: [],
    })
  })

  it('are restored with Undo after they are deleted', async () => {
    const user = userEvent.setup()
    const { server } = openReports(({ method, path }) => {
      if (method === 'DELETE') return new Response(null, { status: 204 })
      return path.endsWith('/restore/') ? json({ data: statement }) : undefined
    })
    await user.click(await screen.findByRole('button', { name: 'Delete Quarterly statement' }))
    await user.click(await screen.findByRole('button', { name: /Undo/ }))
    await waitFor(() => expect(server.to('/api/reports/r1/restore/')).toHaveLength(1))
    expect(await screen.findByText('Quarterly statement restored')).toBeTruthy()
  })

  it('can be printed but not edited by the demo user', async () => {
    openReports(undefined, { role: 'demo' })
    expect(await screen.findByRole('button', { name: 'Quarterly statement as PDF' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'New report' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Edit Quarterly statement' })).toBeNull()
  })
})

describe('printing a report', () => {
  it('saves the file at once in the chosen format when it is ready soon', async () => {
    const user = userEvent.setup()
    const { server } = openReports(({ path }) => (path === '/api/reports/r1/pdf/' ? pdf() : undefined))
    await user.click(await screen.findByRole('button', { name: 'Other formats of Quarterly statement' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Spreadsheet (XLSX)' }))
    await waitFor(() => expect(saveFile).toHaveBeenCalledWith(expect.any(Blob), 'Quarterly statement.pdf'))
    expect(server.to('/api/reports/r1/pdf/')[0]?.body).toEqual({
      format: 'xlsx',
      period: { name: 'all', start_date: null, end_date: null },
    })
  })

  it('shows progress when it takes longer, and downloads the file when it is done', async () => {
    const user = userEvent.setup()
    let polls = 0
    openReports(({ path }) => {
      if (path === '/api/reports/r1/pdf/') return json({ data: jobReply() }, 202)
      if (path.split('?')[0] === jobs.list.path) return page(polls === 0 ? [jobReply()] : [])
      if (path === '/api/jobs/j1/') {
        polls += 1
        return json({ data: jobReply({ status: 'done', progress: 1 }) })
      }
      return path === '/api/jobs/j1/result/' ? pdf() : undefined
    })
    const bar = await screen.findByRole('progressbar', { name: 'Quarterly statement is being created' })
    expect(bar.getAttribute('aria-valuenow')).toBe('38')
    expect(screen.getByText('38%')).toBeTruthy()
    polls = 1
    const again = await screen.findByRole(
      'button',
      { name: 'Quarterly statement as PDF' },
      { timeout: 30_000 },
    )
    polls = 0
    await user.click(again)
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce(), { timeout: 30_000 })
    expect(polls).toBe(1)
  })

  it('shows an error when it fails, and can be retried', async () => {
    const user = userEvent.setup()
    const message = 'Ooops, there has been an error. Please try later.'
    let hasBeenTried = false
    openReports(({ path }) => {
      if (path === '/api/reports/r1/pdf/') {
        hasBeenTried = true
        return failed(500, 'report_failed', message)
      }
      return hasBeenTried && path.split('?')[0] === jobs.list.path
        ? page([jobReply({ status: 'failed', progress: null })])
        : undefined
    })
    await user.click(await screen.findByRole('button', { name: 'Quarterly statement as PDF' }))
    // Once visible, once for screen readers.
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
    expect(await screen.findByText('failed, try again')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Quarterly statement as PDF' })).toBeTruthy()
    expect(saveFile).not.toHaveBeenCalled()
  })
})
