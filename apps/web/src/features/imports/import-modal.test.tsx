import { contract } from 'virtual:contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type FakeRequest, failed, json } from '../../testing/fake-server.ts'
import { batchReply, fileReply, noCounts } from '../../testing/fixtures/imports.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
import type { Draft, ImportBatch, ImportFile, ImportSummary } from './use-imports.ts'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../app/shell/default-layout.tsx'
import './import-modal.tsx'

const { imports, settings, jobs, reconciliation } = contract

function draftReply(change: Partial<Draft> = {}): Draft {
  return {
    id: 'f1.1',
    file_id: 'f1',
    file_name: 'depot.csv',
    page: null,
    line: 12,
    state: 'problem',
    message: '“31.02.2026” is not a date.',
    suggestion: null,
    date: null,
    settle_date: null,
    transaction_type: 'trade',
    side: 'buy',
    name: 'Harbour Rail',
    isin: null,
    position_id: null,
    is_new_instrument: false,
    stated_name: null,
    quantity: 10,
    price: 45.5,
    currency: 'CHF',
    amount: -455,
    fees: 0,
    taxes: 0,
    net: -455,
    note: null,
    counter_amount: null,
    counter_currency: null,
    ratio: null,
    is_fixed: false,
    raw: '31.02.2026;Erwerb',
    is_probable_duplicate: false,
    places: [],
    changes: [],
    ...change,
  }
}

const summary: ImportSummary = {
  id: 'i1',
  family: { id: 'f1', name: 'Aebi-Laurent' },
  status: 'applied',
  created_at: '2026-11-13T09:00:00Z',
  created_by: { id: 'u1', name: 'Claire' },
  file_names: ['depot.csv'],
  transactions_count: 3,
  applied_at: '2026-11-13T09:01:00Z',
  undone_at: null,
}

const page = (data: unknown[], count = data.length) => json({ next: null, previous: null, count, data })

function openImport(
  fields: string,
  respond: (request: FakeRequest) => Response | undefined,
  role: 'investor' | 'demo' = 'investor',
) {
  const server = appServer(request => {
    const reply = respond(request)
    if (reply !== undefined) return reply
    const path = request.path.split('?')[0]
    if (path === settings.read.path) return json({ data: settingsReply({ role }) })
    if (path === jobs.list.path) return page([])
    return undefined
  })
  signIn()
  renderApp(`/overview?modal=import${fields}`)
  return server
}

/** Opens the preview of an import with these rows. */
function openPreview(drafts: Draft[], batch = batchReply()) {
  return openImport('&modal.id=i1&modal.step=preview', ({ method, path }) => {
    if (path.startsWith('/api/imports/i1/drafts/'))
      return method === 'PATCH' ? json({ data: drafts[0] }) : page(drafts)
    if (path === '/api/imports/i1/') return json({ data: batch })
    return undefined
  })
}

describe('the import of files', () => {
  it('goes on with an import that was left, and shows none that is finished', async () => {
    const user = userEvent.setup()
    const left: ImportSummary = {
      ...summary,
      id: 'i2',
      status: 'open',
      file_names: ['march.sta', 'april.sta'],
    }
    openImport('', ({ path }) => {
      if (path === '/api/imports/i2/') return json({ data: batchReply({ id: 'i2', files: [fileReply()] }) })
      if (path.startsWith(`${imports.list.path}?`)) return page([summary, left])
      return undefined
    })
    const unfinished = await screen.findByRole('region', { name: 'Not finished' })
    expect(within(unfinished).getAllByRole('listitem')).toHaveLength(1)
    await user.click(
      within(unfinished).getByRole('button', { name: 'Continue the import of march.sta, april.sta' }),
    )
    await screen.findByRole('list', { name: 'Files of this import' })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Not finished' })).toBeNull())
  })

  it('starts with the first file and shows the format of each file or why it is unreadable', async () => {
    const user = userEvent.setup()
    let files: ImportFile[] = []
    const server = openImport('', ({ method, path }) => {
      if (path === imports.create.path && method === 'POST') return json({ data: batchReply({ files: [] }) })
      if (path.startsWith('/api/imports/i1/files/?name=huge')) return failed(413, 'too_large', 'Too large.')
      if (path.startsWith('/api/imports/i1/files/')) {
        files = [
          fileReply(),
          fileReply({
            id: 'f2',
            name: 'a.pdf',
            state: 'unreadable',
            message: 'PDF is not read.',
            account: null,
          }),
        ]
        return json({ data: files[0] })
      }
      if (path === '/api/imports/i1/') return json({ data: batchReply({ files }) })
      return undefined
    })
    const input = await screen.findByLabelText('choose files', { selector: 'input' })
    await user.upload(input, [new File(['x'], 'depot.csv'), new File(['y'], 'huge.csv')])
    const list = await screen.findByRole('list', { name: 'Files of this import' })
    expect(within(list).getByText('Swissquote, CSV')).toBeTruthy()
    expect(within(list).getByText('PDF is not read.')).toBeTruthy()
    expect(screen.getByText(/huge.csv was not accepted/)).toBeTruthy()
    expect(
      server.requests.filter(({ path, method }) => path === imports.create.path && method === 'POST'),
    ).toHaveLength(1)
    expect(screen.getByText('1 file to import')).toBeTruthy()
  })

  it('shows in the preview what does not agree in a file, and the rows it skips', async () => {
    const file = fileReply({
      warnings: [
        {
          page: null,
          line: 26,
          message: 'The entries do not add up to the closing balance: 49.06 is missing.',
        },
      ],
      skipped: [{ page: null, line: 12, message: 'Total of other rows.' }],
      skipped_count: 3,
    })
    openImport('&modal.id=i1&modal.step=preview', ({ path }) => {
      if (path === '/api/imports/i1/') return json({ data: batchReply({ files: [file] }) })
      return path.startsWith('/api/imports/i1/drafts/') ? json({ data: [], count: 0 }) : undefined
    })
    const warnings = (await screen.findByRole('heading', { name: 'Differences' })).parentElement
    expect(warnings?.textContent).toContain('line 26 The entries do not add up')
    const skipped = screen.getByText('3 rows are skipped').parentElement
    expect(skipped?.textContent).toContain('line 12 Total of other rows.')
    expect(skipped?.textContent).toContain('The first 1 are listed.')
  })

  it('disables the next step until every file has an account', async () => {
    const batch = batchReply({ files: [fileReply({ state: 'needs_account', account: null })] })
    openImport('&modal.id=i1', ({ path }) =>
      path === '/api/imports/i1/' ? json({ data: batch }) : undefined,
    )
    const next = await screen.findByRole('button', { name: 'Next: preview' })
    expect(next).toHaveProperty('disabled', true)
    expect(screen.getByText('Choose an account for every file.')).toBeTruthy()
  })

  it('saves a column meaning at once and the preset name with the next step', async () => {
    const user = userEvent.setup()
    const mapping: NonNullable<ImportFile['mapping']> = {
      separator: ';',
      decimal_mark: ',',
      date_order: 'dmy',
      encoding: 'utf-8',
      header_line: 1,
      sheet: null,
      amount_is: null,
      dollar: null,
      price_unit: null,
      signs: null,
      rows_are: null,
      as_of: null,
      ignored_words: [],
      account: null,
      columns: [
        { header: 'Wann', meaning: 'date' },
        { header: 'Geld', meaning: 'ignore' },
      ],
      words: [],
    }
    const sample = { sample: '1', read_as: null, filled_count: 3, evidence: null }
    const file = fileReply({
      state: 'needs_columns',
      preset: null,
      mapping,
      columns: mapping.columns.map(column => ({ ...column, ...sample })),
      words: [{ word: 'Erwerb', count: 2 }],
      first_lines: ['Wann;Geld'],
    })
    const server = openImport('&modal.id=i1&modal.step=columns', ({ path }) => {
      if (path === '/api/imports/i1/files/f1/') return json({ data: file })
      return path === '/api/imports/i1/' ? json({ data: batchReply({ files: [file] }) }) : undefined
    })
    await user.click(await screen.findByRole('combobox', { name: 'Meaning of the column Geld' }))
    await user.click(await screen.findByRole('option', { name: 'Trade date' }))
    const sent = () => server.to('/api/imports/i1/files/f1/').map(({ body }) => body)
    await waitFor(() =>
      expect(sent()[0]).toMatchObject({
        mapping: {
          columns: [
            { header: 'Wann', meaning: 'ignore' },
            { header: 'Geld', meaning: 'date' },
          ],
        },
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Next: preview 0 rows' }))
    await waitFor(() => expect(sent().at(-1)).toMatchObject({ remember_as: 'depot' }))
  })

  it('shows rows with line and reason, accepts a suggestion and excludes a row', async () => {
    const user = userEvent.setup()
    const problem = draftReply({ suggestion: { field: 'currency', value: 'CHF', label: 'CHF' } })
    const server = openPreview([
      problem,
      draftReply({ id: 'f1.2', line: 13, state: 'new', message: null, date: '2026-01-12' }),
    ])
    const rows = await screen.findByRole('list', { name: 'Rows of the files' })
    expect(within(rows).getByText('“31.02.2026” is not a date.')).toBeTruthy()
    expect(screen.getByText('1 row with a problem is left out')).toBeTruthy()
    await user.click(within(rows).getByRole('button', { name: 'Use CHF' }))
    await waitFor(() =>
      expect(server.to('/api/imports/i1/drafts/f1.1/')[0]?.body).toEqual({ currency: 'CHF' }),
    )
    await user.click(within(rows).getByRole('checkbox', { name: 'Post line 13 of depot.csv' }))
    await waitFor(() =>
      expect(server.to('/api/imports/i1/drafts/f1.2/')[0]?.body).toEqual({ is_left_out: true }),
    )
  })

  it('sends only the edited fields of a row', async () => {
    const user = userEvent.setup()
    const server = openPreview([draftReply()])
    await user.click(await screen.findByRole('button', { name: 'Fix line 12 of depot.csv' }))
    const dialog = await screen.findByRole('dialog', { name: 'Line 12 of depot.csv' })
    await user.type(within(dialog).getByLabelText('Date'), '2026-02-27')
    await user.click(within(dialog).getByRole('button', { name: 'Use these values' }))
    await waitFor(() =>
      expect(server.to('/api/imports/i1/drafts/f1.1/')[0]?.body).toEqual({ date: '2026-02-27' }),
    )
  })

  it('applies a file of holdings alone', async () => {
    const rows = { total: 2, drafts: 0, problems: 0, skipped: 0, holdings: 2, cancellations: 0 }
    const file = fileReply({ source_rows: rows, rows_count: 0, counts: noCounts })
    openPreview([], batchReply({ files: [file], counts: noCounts }))
    const apply = await screen.findByRole('button', { name: 'Keep holdings and prices' })
    expect(apply).toHaveProperty('disabled', false)
  })

  it('filters rows by state and disables applying when no row is left', async () => {
    const user = userEvent.setup()
    const counts = { ...noCounts, duplicate: 3 }
    const server = openPreview([draftReply({ state: 'duplicate', message: null })], batchReply({ counts }))
    expect(await screen.findByText('All rows are already posted.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Post 0 transactions' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: /^Duplicate/ }))
    await waitFor(() =>
      expect(server.requests.some(({ path }) => path.includes('state=duplicate'))).toBe(true),
    )
  })

  it('shows the posted rows and the change in value, and undoes the import after a confirmation', async () => {
    const user = userEvent.setup()
    const applied = batchReply({ status: 'applied', value_change: 1250.5, job_id: 'j1' })
    const server = openImport('&modal.id=i1', ({ method, path }) => {
      if (path === '/api/imports/i1/undo/' && method === 'POST') return json({ data: applied })
      return path === '/api/imports/i1/' ? json({ data: applied }) : undefined
    })
    expect(await screen.findByText('2 transactions posted.')).toBeTruthy()
    expect(screen.getByText('Net asset value rises by CHF 1,250.50.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See positions' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo import' }))
    const question = await screen.findByRole('dialog', { name: 'Undo this import?' })
    expect(server.to('/api/imports/i1/undo/')).toHaveLength(0)
    await user.click(within(question).getByRole('button', { name: 'Undo import' }))
    await waitFor(() => expect(server.to('/api/imports/i1/undo/')).toHaveLength(1))
  })

  it('leads to prices and rates when the value is without some positions', async () => {
    const applied = batchReply({ status: 'applied', value_change: 1250.5, job_id: 'j1' })
    openImport('&modal.id=i1', ({ path }) => {
      if (path === reconciliation.coverage.path)
        return json({
          data: [],
          count: 6,
          extra: { value: 1250.5, held_count: 7, missing_count: 6, confirmed_count: 1 },
          basis: {},
        })
      return path === '/api/imports/i1/' ? json({ data: applied }) : undefined
    })
    expect(
      await screen.findByText(/^6 positions and balances have no price or exchange rate yet/),
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Check prices and rates' })).toBeTruthy()
  })

  it('shows the name in the file beside the security that a symbol was matched to', async () => {
    openPreview([
      draftReply({ state: 'new', message: null, name: 'Kestrel Air', stated_name: 'Kistner Steel AG' }),
    ])
    expect(await screen.findByText('in the file: Kistner Steel AG')).toBeTruthy()
  })

  it('shows the progress of posting, and a note when nothing was posted', async () => {
    const job = {
      id: 'j1',
      kind: 'import',
      name: 'depot.csv',
      status: 'running',
      progress: 0.4,
      message: null,
      created_at: '2026-11-13T09:00:00Z',
      finished_at: null,
      result: null,
      result_id: 'i1',
    }
    let status: ImportBatch['status'] = 'applying'
    let ended = false
    openImport('&modal.id=i1', ({ path }) => {
      if (path === '/api/jobs/j1/')
        return json({ data: ended ? { ...job, status: 'failed', message: 'The disk is full.' } : job })
      return path === '/api/imports/i1/' ? json({ data: batchReply({ status, job_id: 'j1' }) }) : undefined
    })
    const bar = await screen.findByRole('progressbar', { name: 'Posting 2 transactions' })
    await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('40'))
    ended = true
    status = 'failed'
    expect(await screen.findByText('Nothing was posted.', {}, { timeout: 30_000 })).toBeTruthy()
    expect(screen.getByText(/The disk is full/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  it('lists earlier imports with a button to undo each', async () => {
    openImport('&modal.form=earlier', ({ path }) =>
      path.startsWith('/api/imports/?')
        ? page([summary, { ...summary, id: 'i2', status: 'undone', undone_at: '2026-11-14T09:00:00Z' }])
        : undefined,
    )
    expect(await screen.findByRole('button', { name: 'Undo the import of depot.csv' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Post the import of depot.csv again' })).toBeTruthy()
  })

  it('is refused for the demo user', async () => {
    openImport('', () => undefined, 'demo')
    expect(await screen.findByText('Importing is not available in the demo.')).toBeTruthy()
  })

  it('shows an error when the import no longer exists', async () => {
    openImport('&modal.id=i9', ({ path }) =>
      path === '/api/imports/i9/' ? failed(404, 'not_found', 'Not found.') : undefined,
    )
    expect(await screen.findByText('Import not found.')).toBeTruthy()
  })
})
