import { setTimeout as pause } from 'node:timers/promises'

/** Calls the server's API. */
export type Caller = (
  method: string,
  path: string,
  body?: object | Uint8Array,
) => Promise<{ status: number; body: unknown }>

export interface ImportRequest {
  /** Id or name. */
  account: string
  /** Id or name of the family, for advisers whose families have accounts of the same name. */
  family?: string | undefined
  files: readonly { name: string; bytes: Uint8Array }[]
  /** Shows what would be posted, and posts nothing. */
  isPreview: boolean
}

export class ImportFailed extends Error {}

interface Counts {
  new: number
  changed: number
  duplicate: number
  problem: number
  left_out: number
}
interface File {
  id: string
  name: string
  state: string
  format: string | null
  preset: string | null
  message: string | null
  rows_count: number
  counts: Counts
}
interface Draft {
  file_name: string
  page: number | null
  line: number
  message: string | null
}
interface Job {
  id: string
  status: string
  progress: number | null
  message: string | null
}

const pollMs = 300
const maxProblems = 50

/** Imports files with the same calls as the import wizard, and prints progress. */
export async function importFiles(
  call: Caller,
  order: ImportRequest,
  print: (line: string) => void,
): Promise<void> {
  const request = async <T>(method: string, path: string, body?: object | Uint8Array): Promise<T> => {
    const reply = await call(method, path, body)
    if (reply.status >= 300)
      throw new ImportFailed(readErrorMessage(reply.body) ?? `The server answered ${reply.status}.`)
    // By the contract every reply of these calls has `data`.
    return (reply.body as { data: T }).data
  }
  const account = await findAccount(request, order)
  const { id } = await request<{ id: string }>('POST', '/api/imports/', { family: account.family.id })
  const unreadable = await upload(request, id, order, account.id, print)
  const { counts } = await request<{ counts: Counts }>('GET', `/api/imports/${id}/`)
  const problems = await request<Draft[]>(
    'GET',
    `/api/imports/${id}/drafts/?state=problem&order_by=line&limit=${maxProblems}`,
  )
  for (const { file_name, page, line, message } of problems)
    print(`${file_name}:${page === null ? '' : `page ${page}, line `}${line}: ${message ?? ''}`)
  if (counts.problem > problems.length) print(`… and ${counts.problem - problems.length} more problems`)
  print(summarize(counts))
  if (order.isPreview || counts.new + counts.changed === 0) {
    await request('DELETE', `/api/imports/${id}/`).catch(() => undefined)
    print(order.isPreview ? 'Nothing was posted: this was a preview.' : 'Nothing to post.')
  } else {
    await apply(request, id, print)
    print(`${counts.new + counts.changed} transactions posted in ${account.name}, ${account.family.name}.`)
  }
  if (unreadable > 0)
    throw new ImportFailed(`${unreadable} of ${order.files.length} files could not be read.`)
}

type SendRequest = <T>(method: string, path: string, body?: object | Uint8Array) => Promise<T>

interface Account {
  id: string
  name: string
  family: { id: string; name: string }
}

const isNamed = ({ id, name }: { id: string; name: string }, wanted: string) =>
  id === wanted || name.toLowerCase() === wanted.toLowerCase()

async function findAccount(request: SendRequest, { account, family }: ImportRequest): Promise<Account> {
  const found = await request<Account[]>('POST', '/api/accounts/list/?limit=1000', {})
  const same = found.filter(
    other => isNamed(other, account) && (family === undefined || isNamed(other.family, family)),
  )
  if (same.length > 1)
    throw new ImportFailed(
      [
        `There are ${same.length} accounts “${account}”: name the family, or give the id of one.`,
        ...same.map(({ id, name, family }) => `  ${id}  ${name}, ${family.name}`),
      ].join('\n'),
    )
  const inFamily = family === undefined ? '' : ` in the family “${family}”`
  if (!same[0]) throw new ImportFailed(`There is no account “${account}”${inFamily}.`)
  return same[0]
}

/** Uploads the files and returns how many could not be read. */
async function upload(
  request: SendRequest,
  importId: string,
  order: ImportRequest,
  account: string,
  print: (line: string) => void,
): Promise<number> {
  let unreadable = 0
  for (const { name, bytes } of order.files) {
    await request<File>('POST', `/api/imports/${importId}/files/?name=${encodeURIComponent(name)}`, bytes)
    print(`${name}: sent`)
  }
  const { files } = await request<{ files: File[] }>('GET', `/api/imports/${importId}/`)
  for (const file of files) {
    if (file.state === 'unreadable' || file.state === 'needs_columns') {
      unreadable += 1
      print(`${file.name}: ${file.message ?? 'cannot be read'}`)
      await request('DELETE', `/api/imports/${importId}/files/${file.id}/`).catch(() => undefined)
      continue
    }
    const placed = await request<File>('PATCH', `/api/imports/${importId}/files/${file.id}/`, { account })
    print(`${file.name}: ${[file.preset, file.format].filter(Boolean).join(', ')}, ${placed.rows_count} rows`)
  }
  return unreadable
}

async function apply(request: SendRequest, importId: string, print: (line: string) => void): Promise<void> {
  let job = await request<Job>('POST', `/api/imports/${importId}/apply/`)
  let shown = -1
  while (job.status === 'waiting' || job.status === 'running') {
    const percent = Math.floor((job.progress ?? 0) * 10) * 10
    if (percent > shown) print(`posting … ${percent} %`)
    shown = Math.max(shown, percent)
    await pause(pollMs)
    job = await request<Job>('GET', `/api/jobs/${job.id}/`)
  }
  if (job.status !== 'done') throw new ImportFailed(job.message ?? 'Nothing was posted.')
}

function summarize(counts: Counts): string {
  return `${counts.new} new, ${counts.changed} changed, ${counts.duplicate} already there, ${counts.problem} with a problem`
}

function readErrorMessage(body: unknown): string | null {
  // The failure shape of the contract; any other body has no `errors`.
  const { errors } = (body ?? {}) as { errors?: { message?: string }[] }
  return errors?.[0]?.message ?? null
}
