import { type APIRequestContext, expect } from '@playwright/test'
import { newPassword } from '../support/users.ts'
import { createCalls } from './calls.ts'
import { quoteCell } from './fill.ts'

/** The maximum number of files per import. */
const filesPerImport = 25

interface Mapping {
  columns: { header: string; meaning: string }[]
}

const meanings = ['date', 'transaction_type', 'name', 'note', 'amount']

/**
 * Imports files with these texts as names, columns, words and cells, into accounts and presets of the same names. Applies
 * the first import and leaves the others open.
 *
 * @returns the ids of the imports.
 */
export async function fillImports(
  request: APIRequestContext,
  username: string,
  names: readonly string[],
): Promise<string[]> {
  const { make, send, read } = await createCalls(request, username, newPassword)
  const imports: string[] = []
  for (let first = 0; first < names.length; first += filesPerImport) {
    const { id = '' } = await make('/api/imports/', {})
    imports.push(id)
    for (const name of names.slice(first, first + filesPerImport)) {
      const cell = quoteCell(name)
      const rows = [
        `When;What;${cell};Note;Money`,
        `2026-01-05;${cell};${cell};${cell};10.00`,
        // Invalid, so that a message quotes it.
        `${cell};${cell};${cell};${cell};${cell}`,
      ]
      const file = await send(`/api/imports/${id}/files/`, name, rows.join('\n'))
      const mapping = file.mapping as unknown as Mapping | null
      const at = `/api/imports/${id}/files/${file.id}/`
      if (mapping) {
        const columns = mapping.columns.map((column, place) => ({ ...column, meaning: meanings[place] }))
        const words = [{ word: name, transaction_type: 'deposit' }]
        await make(at, { mapping: { ...mapping, columns, words }, remember_as: name }, 'PATCH')
      }
      await make(at, { new_account: { name: `${name} from a file`, currency: 'CHF' } }, 'PATCH')
    }
    const drafts = await read(`/api/imports/${id}/drafts/?limit=200`)
    for (const [place, draft] of drafts.entries())
      await make(
        `/api/imports/${id}/drafts/${draft.id}/`,
        { note: names[(first + place) % names.length] },
        'PATCH',
      )
  }
  const [posted = ''] = imports
  await make(`/api/imports/${posted}/apply/`, {})
  await expect
    .poll(async () => ((await read(`/api/imports/${posted}/`)) as unknown as { status: string }).status, {
      timeout: 60_000,
    })
    .toBe('applied')
  return imports
}
