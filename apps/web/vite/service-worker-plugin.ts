import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** Either language, since the choice is made by the page. */
const textChunks = ['texts-en-US', 'texts-de']
/** The chunks available offline, besides the entry: the signed-in layout, the login, and their overlays. */
const shellChunks = ['first', 'sign-in', 'popups', ...textChunks]
const publicFiles = ['/theme.js', '/favicon.svg']

/** Writes `service-worker.js` beside the built page. There is none in development. */
export function serviceWorkerPlugin(): Plugin {
  return {
    name: 'plumbline:service-worker',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const page = await readFile(path.join(dir, 'index.html'))
      const files = [...publicFiles, ...listShellFiles(bundle), ...listPageFiles(page.toString())]
      const shell = {
        integrity: `sha256-${createHash('sha256').update(page).digest('base64')}`,
        files: [...new Set(files)].sort(),
      }
      const worker = await readFile(new URL('./service-worker.js', import.meta.url), 'utf8')
      const version = createHash('sha256').update(JSON.stringify(shell)).update(worker).digest('hex')
      const known = `const shell = ${JSON.stringify({ version: version.slice(0, 16), ...shell })}\n`
      await writeFile(path.join(dir, 'service-worker.js'), known + worker)
    },
  }
}

/** The entry and the shell chunks, with their static imports. */
function listShellFiles(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter(output => output.type === 'chunk')
  const wanted = new Set<string>()
  const visit = (fileName: string) => {
    if (wanted.has(fileName)) return
    const chunk = chunks.find(one => one.fileName === fileName)
    if (chunk === undefined) return
    wanted.add(fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) wanted.add(style)
    for (const other of chunk.imports) visit(other)
  }
  for (const { fileName, isEntry, name } of chunks) if (isEntry || shellChunks.includes(name)) visit(fileName)
  const missing = shellChunks.filter(chunk => !chunks.some(({ name }) => name === chunk))
  if (missing.length > 0) throw new Error(`The build has no chunk named ${missing.join(', ')}.`)
  return [...wanted].map(fileName => `/${fileName}`)
}

/** The files that the page itself references, such as its font. */
function listPageFiles(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(match => match[1] ?? '')
}
