import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

export const repositoryRoot = path.resolve(import.meta.dirname, '..')

/** A room of the house: the files under a folder, and what they may import. */
interface Room {
  name: string
  /** Paths of its files, from the root of the repository. The first room that matches has the file. */
  holds: RegExp
  /** Rooms whose files it may import, besides its own. */
  mayImport: readonly string[]
  /** Packages from npm and Node it may import; absent means any. */
  packages?: RegExp
  /** Splits the room by this part of a path: 'its own' then means only what shares it, of whatever room. */
  within?: RegExp
}

/** What everything on the server may use: errors, limits and settings know nothing of the rest. */
const foundation = ['api-errors', 'api-concurrency', 'api-settings']
const platform = [...foundation, 'api-db', 'api-auth', 'api-http', 'api-jobs', 'api-mail']

/** Who may import whom. ARCHITECTURE.md says why. A file outside of every room is refused. */
export const rooms: readonly Room[] = [
  { name: 'test', holds: /\.test\.tsx?$|\/(test|testing)\/|^e2e\/|^bench\//, mayImport: ['*'] },
  { name: 'engine', holds: /^packages\/engine\/src\//, mayImport: [], packages: /^$/ },
  { name: 'charts', holds: /^packages\/charts\/src\//, mayImport: [], packages: /^$/ },
  { name: 'contract', holds: /^packages\/contract\/src\//, mayImport: ['engine'], packages: /^zod$/ },
  { name: 'api-docs', holds: /^packages\/api-docs\/src\//, mayImport: ['contract'], packages: /^zod$/ },
  {
    name: 'demo-world',
    holds: /^packages\/demo-world\/src\//,
    mayImport: ['contract', 'engine'],
    // A hash is a function like any other.
    packages: /^node:crypto$/,
  },
  {
    name: 'importers',
    holds: /^packages\/importers\/src\//,
    mayImport: ['engine'],
    packages: /^node:crypto$/,
  },

  { name: 'api-errors', holds: /^apps\/api\/src\/platform\/errors\//, mayImport: ['contract'] },
  { name: 'api-concurrency', holds: /^apps\/api\/src\/platform\/concurrency\//, mayImport: ['api-errors'] },
  {
    name: 'api-settings',
    holds: /^apps\/api\/src\/platform\/settings\//,
    mayImport: ['contract', 'api-errors'],
  },
  {
    name: 'api-db',
    holds: /^apps\/api\/src\/platform\/db\//,
    mayImport: ['contract', 'engine', ...foundation],
  },
  {
    name: 'api-auth',
    holds: /^apps\/api\/src\/platform\/auth\//,
    mayImport: ['contract', 'api-db', ...foundation],
  },
  {
    name: 'api-http',
    holds: /^apps\/api\/src\/platform\/http\//,
    mayImport: ['contract', 'api-auth', 'api-db', ...foundation],
  },
  {
    name: 'api-mail',
    holds: /^apps\/api\/src\/platform\/mail\//,
    mayImport: ['contract', 'api-db', ...foundation],
  },
  {
    name: 'api-jobs',
    holds: /^apps\/api\/src\/platform\/jobs\//,
    mayImport: ['contract', 'engine', 'api-auth', 'api-db', ...foundation],
  },
  {
    name: 'api-ledger',
    holds: /^apps\/api\/src\/ledger\//,
    mayImport: ['contract', 'engine', 'api-db', ...foundation],
  },
  {
    name: 'api-snapshots',
    holds: /^apps\/api\/src\/snapshots\//,
    mayImport: ['contract', 'engine', 'api-db', ...foundation],
  },
  {
    name: 'api-queries',
    holds: /^apps\/api\/src\/queries\//,
    mayImport: ['contract', 'engine', 'api-snapshots', ...platform],
  },
  {
    name: 'api-figures',
    holds: /^apps\/api\/src\/figures\//,
    mayImport: ['contract', 'engine', 'api-queries', 'api-snapshots', 'api-auth', 'api-db', ...foundation],
  },
  {
    name: 'api-store',
    holds: /^apps\/api\/src\/features\/.*\.store\.ts$/,
    mayImport: ['contract', 'engine', 'importers', 'api-ledger', 'api-snapshots', 'api-figures', ...platform],
    within: /^apps\/api\/src\/features\/[^/]+\//,
  },
  {
    name: 'api-feature',
    holds: /^apps\/api\/src\/features\//,
    mayImport: [
      'contract',
      'engine',
      'charts',
      'importers',
      'api-docs',
      'api-ledger',
      'api-snapshots',
      'api-queries',
      'api-figures',
      ...platform.filter(room => room !== 'api-db'),
    ],
    within: /^apps\/api\/src\/features\/[^/]+\//,
  },
  {
    name: 'api-demo',
    holds: /^apps\/api\/src\/demo\//,
    mayImport: ['contract', 'engine', 'demo-world', 'api-db', ...foundation],
  },
  {
    name: 'api-app',
    holds: /^apps\/api\/src\/(app|commands)\//,
    mayImport: [
      'contract',
      'engine',
      'importers',
      'api-docs',
      'api-feature',
      'api-store',
      'api-demo',
      'api-ledger',
      'api-snapshots',
      'api-queries',
      'api-figures',
      ...platform,
    ],
  },
  { name: 'api-build', holds: /^apps\/api\/vite\.config\.ts$/, mayImport: [] },

  { name: 'web-lib', holds: /^apps\/web\/src\/lib\//, mayImport: ['contract'] },
  { name: 'web-ui', holds: /^apps\/web\/src\/ui\//, mayImport: ['web-lib', 'charts'] },
  {
    name: 'web-portfolio',
    holds: /^apps\/web\/src\/(filter|receipt|portfolio)\//,
    mayImport: ['web-lib', 'web-ui', 'charts', 'contract'],
  },
  {
    name: 'web-feature',
    holds: /^apps\/web\/src\/features\//,
    mayImport: ['web-lib', 'web-ui', 'web-portfolio', 'charts', 'contract'],
    within: /^apps\/web\/src\/features\/[^/]+\//,
  },
  {
    name: 'web-app',
    holds: /^apps\/web\/src\/(app\/|main\.tsx$|virtual-contract\.d\.ts$)/,
    mayImport: ['web-lib', 'web-ui', 'web-portfolio', 'web-feature', 'contract'],
  },
  { name: 'web-build', holds: /^apps\/web\/(vite\/|vite\.config\.ts$)/, mayImport: ['contract'] },
  { name: 'tools', holds: /^(tools|reliability)\/|^vitest\.config\.ts$/, mayImport: ['*'] },
]

const sqlPackages = /^(pg|kysely)(\/|$)/
const mayHoldSql =
  /\.store\.ts$|^apps\/api\/src\/(platform\/db|testing)\/|\.test\.ts$|^(tools|reliability|bench)\//

export interface SourceFile {
  path: string
  imports: string[]
}

/** Every import of one file that the plan of the house does not allow, in words. */
export function wrongImports(
  file: SourceFile,
  resolve: (from: string, to: string) => string | null,
): string[] {
  const room = roomOf(file.path)
  if (!room) return [`${file.path} stands in no room: add it to tools/boundaries.ts.`]
  return file.imports.flatMap(specifier => {
    const target = resolve(file.path, specifier)
    const wrong = target === null ? wrongPackage(room, file, specifier) : wrongNeighbour(room, file, target)
    return wrong ? [`${file.path} (${room.name}) may not import ${specifier}: ${wrong}`] : []
  })
}

function wrongPackage(room: Room, file: SourceFile, specifier: string): string | null {
  if (room.packages && !room.packages.test(specifier)) return 'this room is pure'
  if (sqlPackages.test(specifier) && !mayHoldSql.test(file.path))
    return 'SQL belongs in *.store.ts and platform/db'
  return null
}

function wrongNeighbour(room: Room, file: SourceFile, target: string): string | null {
  const other = roomOf(target)
  if (room.mayImport.includes('*')) return null
  if (!other) return `${target} belongs to no room`
  const own = room.within?.exec(file.path)?.[0]
  if (own === undefined ? other.name === room.name : target.startsWith(own)) return null
  return room.mayImport.includes(other.name) ? null : `${room.name} may not import ${other.name}`
}

function roomOf(file: string): Room | undefined {
  return rooms.find(room => room.holds.test(file))
}

/** What a file imports, statically, dynamically or only as a type. */
export function importsOf(text: string): string[] {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g
  return [...text.matchAll(pattern)].map(match => match[1] ?? match[2] ?? match[3] ?? '')
}

/** The file an import means, from the root of the repository, or null for a package from elsewhere. */
export function resolveImport(from: string, specifier: string): string | null {
  if (specifier.startsWith('.'))
    return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier))
  const own = /^@plumbline\/(engine|contract|charts|importers|api-docs|demo-world)(?:\/(.*))?$/.exec(
    specifier,
  )
  return own ? `packages/${own[1]}/src/${own[2] ?? 'index'}.ts` : null
}

const leftOut = new Set(['node_modules', 'dist', '.git', 'data', 'test-results'])

/** Files of the repository with one of the endings, as paths from its root. */
export function filesOf(endings: RegExp, folder = ''): string[] {
  return readdirSync(path.join(repositoryRoot, folder))
    .filter(name => !leftOut.has(name))
    .flatMap(name => {
      const inside = path.posix.join(folder, name)
      if (statSync(path.join(repositoryRoot, inside)).isDirectory()) return filesOf(endings, inside)
      return endings.test(name) ? [inside] : []
    })
}

export function readSources(): SourceFile[] {
  return filesOf(/\.tsx?$/).map(file => ({
    path: file,
    imports: importsOf(readFileSync(path.join(repositoryRoot, file), 'utf8')),
  }))
}

/** Files that import each other in a circle, as the chain of their paths. */
export function findCircle(files: readonly SourceFile[]): string[] | null {
  const byPath = new Map(files.map(file => [file.path, file]))
  const done = new Set<string>()
  const visit = (file: SourceFile, chain: string[]): string[] | null => {
    if (chain.includes(file.path)) return [...chain.slice(chain.indexOf(file.path)), file.path]
    if (done.has(file.path)) return null
    for (const specifier of file.imports) {
      const next = byPath.get(resolveImport(file.path, specifier) ?? '')
      const circle = next && visit(next, [...chain, file.path])
      if (circle) return circle
    }
    done.add(file.path)
    return null
  }
  for (const file of files) {
    const circle = visit(file, [])
    if (circle) return circle
  }
  return null
}
