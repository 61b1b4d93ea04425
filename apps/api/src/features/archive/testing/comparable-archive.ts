import { readArchiveFiles } from './changed-archive.ts'

/** All files with ids numbered by occurrence, and without the moment of the archive, so that two archives can be compared. */
export async function comparableArchive(zip: Buffer): Promise<Record<string, string>> {
  const seen = new Map<string, string>()
  const plain = (text: string) =>
    text
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, id => {
        if (!seen.has(id)) seen.set(id, `id ${seen.size}`)
        return seen.get(id) ?? ''
      })
      .replace(/"created_at":"[^"]*",/, '')
  return Object.fromEntries([...(await readArchiveFiles(zip))].map(([name, text]) => [name, plain(text)]))
}
