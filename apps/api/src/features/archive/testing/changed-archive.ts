import { archiveTables } from '../archive-tables.ts'
import { readZip, writeZip } from '../zip.ts'

const names = [
  'README.txt',
  'manifest.json',
  'prices.csv',
  'rates.csv',
  'transactions.csv',
  ...archiveTables.map(table => `${table}.json`),
]

/** All files of an archive as text, by name. */
export async function filesOf(zip: Buffer): Promise<Map<string, string>> {
  const files = await readZip(zip, new Set(names), 1e8)
  return new Map([...files].map(([name, bytes]) => [name, bytes.toString()]))
}

/** The same archive with some of its files changed. A change that changes nothing fails. */
export async function changedArchive(
  zip: Buffer,
  changes: Record<string, (text: string) => string>,
): Promise<Buffer> {
  const files = await filesOf(zip)
  for (const [name, change] of Object.entries(changes)) {
    const before = files.get(name) ?? ''
    const after = change(before)
    if (after === before) throw new Error(`${name} is not changed`)
    files.set(name, after)
  }
  return writeZip([...files].map(([name, text]) => ({ name, bytes: Buffer.from(text) })))
}
