import type { Plugin, Rolldown } from 'vite'

/** The chunk of each path, as the router loads it. Signed-in pages also need the layout. */
const screens = ['positions', 'transactions', 'watchlist', 'strategies', 'events', 'fees']

/**
 * Tells `theme.js`, which runs first, the files of each page. It starts their download together with that of the
 * framework, instead of after it has run.
 */
export function preloadPlugin(): Plugin {
  return {
    name: 'plumbline:preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = JSON.stringify(listFiles(bundle)).replaceAll('"', '&quot;')
        return html.replace('<script src="/theme.js"', `<script src="/theme.js" data-files="${files}"`)
      },
    },
  }
}

function listFiles(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter(output => output.type === 'chunk')
  const isInitial = new Set<string>()
  const collect = (chunk: Rolldown.OutputChunk, into: Set<string>) => {
    if (into.has(chunk.fileName) || isInitial.has(chunk.fileName)) return
    into.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) if (!isInitial.has(style)) into.add(style)
    for (const other of chunk.imports) {
      const found = chunks.find(({ fileName }) => fileName === other)
      if (found) collect(found, into)
    }
  }
  for (const entry of chunks.filter(chunk => chunk.isEntry)) {
    const files = new Set<string>()
    collect(entry, files)
    for (const file of files) isInitial.add(file)
  }
  const list = (name: string) => {
    const chunk = chunks.find(one => one.name === name)
    if (chunk === undefined) throw new Error(`The build has no chunk named ${name}.`)
    const files = new Set<string>()
    collect(chunk, files)
    return [...files].map(file => `/${file}`)
  }
  const shell = list('first')
  return {
    'en-US': list('texts-en-US'),
    de: list('texts-de'),
    login: list('sign-in'),
    shell,
    ...Object.fromEntries(
      screens.map(screen => [screen, list(`${screen}-screen`).filter(file => !shell.includes(file))]),
    ),
  }
}
