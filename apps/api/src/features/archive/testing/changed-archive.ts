import { readZip, writeZip } from '../../../platform/http/bodies/zip.ts'
import { archiveTables } from '../archive-tables.ts'

const names = [
  'README.txt',
  'manifest.json',
  'prices.csv',
  'rates.csv',
  'transactions.csv',
  ...archiveTables.map(table => `${table}.json`),
]

/** All files of an archive as text, by name. */
export async function readArchiveFiles(zip: Buffer): Promise<Map<string, string>> {
  const files = await readZip(zip, new Set(names), 1e8)
  return new Map([...files].map(([name, bytes]) => [name, bytes.toString()]))
}

/** Returns the archive with changed files. Fails if a change has no effect. */
export async function changedArchive(
  zip: Buffer,
  changes: Record<string, (text: string) => string>,
): Promise<Buffer> {
  const files = await readArchiveFiles(zip)
  for (const [name, change] of Object.entries(changes)) {
    const before = files.get(name) ?? ''
    const after = change(before)
    if (after === before) throw new Error(`${name} is not changed`)
    files.set(name, after)
  }
  return writeZip([...files].map(([name, text]) => ({ name, bytes: Buffer.from(text) })))
}
