import { type APIRequestContext, expect } from '@playwright/test'
import { newPassword } from '../people.ts'
import { callsOf } from './calls.ts'
import { quoted } from './fill.ts'

/** No import takes more files. */
const filesPerImport = 25

interface Mapping {
  columns: { header: string; meaning: string }[]
}

const meanings = ['date', 'transaction_type', 'name', 'note', 'amount']

/**
 * Files whose names, columns, words and cells are these texts, and the accounts and presets they are read into. The
 * first import is posted, the others stay open.
 *
 * @returns the imports.
 */
export async function fillImports(
  request: APIRequestContext,
  username: string,
  names: readonly string[],
): Promise<string[]> {
  const { make, send, read } = await callsOf(request, username, newPassword)
  const imports: string[] = []
  for (let first = 0; first < names.length; first += filesPerImport) {
    const { id = '' } = await make('/api/imports/', {})
    imports.push(id)
    for (const name of names.slice(first, first + filesPerImport)) {
      const cell = quoted(name)
      const rows = [
        `When;What;${cell};Note;Money`,
        `2026-01-05;${cell};${cell};${cell};10.00`,
        // Wrong, so that it is quoted in a message.
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
