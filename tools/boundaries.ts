import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

export const repositoryRoot = path.resolve(import.meta.dirname, '..')

/** A room: the files under a folder and the rooms they may import. */
interface Room {
  name: string
  /** Matches paths of its files from the repository root. A file belongs to the first room that matches. */
  files: RegExp
  /** Other rooms whose files it may import; '*' means all. */
  mayImport: readonly string[]
  /** npm and Node packages it may import; absent means any. */
  packages?: RegExp
  /** Splits the room into compartments by this part of a path, such as one per feature. */
  compartment?: RegExp
}

/** Every room of the server may import these; they depend on no other room of the server. */
const foundation = ['api-errors', 'api-concurrency', 'api-settings']
const platform = [
  ...foundation,
  'api-db',
  'api-keys',
  'api-auth',
  'api-http',
  'api-jobs',
  'api-mail',
  'api-notifications',
]

/** Allowed imports between rooms. ARCHITECTURE.md gives the reasons. A file outside every room is an error. */
export const rooms: readonly Room[] = [
  { name: 'test', files: /\.test\.tsx?$|\/(test|testing)\/|^e2e\/|^bench\//, mayImport: ['*'] },
  { name: 'engine', files: /^packages\/engine\/src\//, mayImport: [], packages: /^$/ },
  { name: 'charts', files: /^packages\/charts\/src\//, mayImport: [], packages: /^$/ },
  { name: 'contract', files: /^packages\/contract\/src\//, mayImport: ['engine'], packages: /^zod$/ },
  { name: 'api-docs', files: /^packages\/api-docs\/src\//, mayImport: ['contract'], packages: /^zod$/ },
  {
    name: 'demo-world',
    files: /^packages\/demo-world\/src\//,
    mayImport: ['contract', 'engine'],
    // Hashing is deterministic, so the package stays pure.
    packages: /^node:crypto$/,
  },
  {
    name: 'importers',
    files: /^packages\/importers\/src\//,
    mayImport: ['contract', 'engine'],
    // Hashing and unpacking are deterministic. PDFs are read by a library.
    packages: /^(node:crypto|node:zlib|unpdf\/pdfjs)$/,
  },

  { name: 'api-errors', files: /^apps\/api\/src\/platform\/errors\//, mayImport: ['contract'] },
  { name: 'api-concurrency', files: /^apps\/api\/src\/platform\/concurrency\//, mayImport: ['api-errors'] },
  {
    name: 'api-settings',
    files: /^apps\/api\/src\/platform\/settings\//,
    mayImport: ['contract', 'api-errors'],
  },
  {
    name: 'api-db',
    files: /^apps\/api\/src\/platform\/db\//,
    mayImport: ['contract', 'engine', ...foundation],
  },
  {
    name: 'api-keys',
    files: /^apps\/api\/src\/platform\/keys\//,
    mayImport: ['api-db', ...foundation],
  },
  {
    name: 'api-auth',
    files: /^apps\/api\/src\/platform\/auth\//,
    mayImport: ['contract', 'api-db', 'api-keys', ...foundation],
  },
  {
    name: 'api-http',
    files: /^apps\/api\/src\/platform\/http\//,
    mayImport: ['contract', 'api-auth', 'api-db', ...foundation],
  },
  {
    name: 'api-mail',
    files: /^apps\/api\/src\/platform\/mail\//,
    mayImport: ['contract', 'api-db', 'api-keys', ...foundation],
  },
  {
    name: 'api-jobs',
    files: /^apps\/api\/src\/platform\/jobs\//,
    mayImport: ['contract', 'engine', 'api-auth', 'api-db', ...foundation],
  },
  {
    name: 'api-notifications',
    files: /^apps\/api\/src\/platform\/notifications\//,
    mayImport: ['contract', 'api-db', 'api-jobs', 'api-mail', ...foundation],
  },
  {
    name: 'api-ledger',
    files: /^apps\/api\/src\/ledger\//,
    mayImport: ['contract', 'engine', 'api-db', ...foundation],
  },
  {
    name: 'api-snapshots',
    files: /^apps\/api\/src\/snapshots\//,
    mayImport: ['contract', 'engine', 'api-db', ...foundation],
  },
  {
    name: 'api-queries',
    files: /^apps\/api\/src\/queries\//,
    mayImport: ['contract', 'engine', 'api-snapshots', ...platform],
  },
  {
    name: 'api-figures',
    files: /^apps\/api\/src\/figures\//,
    mayImport: ['contract', 'engine', 'api-queries', 'api-snapshots', 'api-auth', 'api-db', ...foundation],
  },
  {
    // Services that the application passes to every feature.
    name: 'api-services',
    files: /^apps\/api\/src\/features\/services\.ts$/,
    mayImport: ['contract', 'importers', 'api-queries', ...platform],
  },
  {
    name: 'api-store',
    files: /^apps\/api\/src\/features\/.*\.store\.ts$/,
    mayImport: ['contract', 'engine', 'importers', 'api-ledger', 'api-snapshots', 'api-figures', ...platform],
    compartment: /^apps\/api\/src\/features\/[^/]+\//,
  },
  {
    name: 'api-feature',
    files: /^apps\/api\/src\/features\//,
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
      'api-services',
      ...platform.filter(room => room !== 'api-db'),
    ],
    compartment: /^apps\/api\/src\/features\/[^/]+\//,
  },
  {
    name: 'api-demo',
    files: /^apps\/api\/src\/demo\//,
    mayImport: ['contract', 'engine', 'demo-world', 'api-db', ...foundation],
  },
  {
    name: 'api-app',
    files: /^apps\/api\/src\/(app|commands)\//,
    mayImport: [
      'contract',
      'engine',
      'importers',
      'api-docs',
      'api-feature',
      'api-services',
      'api-store',
      'api-demo',
      'api-ledger',
      'api-snapshots',
      'api-queries',
      'api-figures',
      ...platform,
    ],
  },
  { name: 'api-build', files: /^apps\/api\/vite\.config\.ts$/, mayImport: [] },

  { name: 'web-lib', files: /^apps\/web\/src\/lib\//, mayImport: ['contract'] },
  { name: 'web-ui', files: /^apps\/web\/src\/ui\//, mayImport: ['web-lib', 'charts'] },
  {
    name: 'web-portfolio',
    files: /^apps\/web\/src\/(filter|receipt|portfolio)\//,
    mayImport: ['web-lib', 'web-ui', 'charts', 'contract'],
  },
  {
    name: 'web-feature',
    files: /^apps\/web\/src\/features\//,
    mayImport: ['web-lib', 'web-ui', 'web-portfolio', 'charts', 'contract'],
    compartment: /^apps\/web\/src\/features\/[^/]+\//,
  },
  {
    name: 'web-app',
    files: /^apps\/web\/src\/(app\/|main\.tsx$|virtual-contract\.d\.ts$)/,
    mayImport: ['web-lib', 'web-ui', 'web-portfolio', 'web-feature', 'contract'],
  },
  { name: 'web-build', files: /^apps\/web\/(vite\/|vite\.config\.ts$)/, mayImport: ['contract'] },
  { name: 'tools', files: /^(tools|reliability)\/|^vitest\.config\.ts$/, mayImport: ['*'] },
]

const sqlPackages = /^(pg|kysely)(\/|$)/
const mayContainSql =
  /\.store\.ts$|^apps\/api\/src\/(platform\/db|testing)\/|\.test\.ts$|^(tools|reliability|bench)\//

export interface SourceFile {
  path: string
  imports: string[]
}

/** Describes every import of a file that the rooms do not allow. */
export function listForbiddenImports(
  file: SourceFile,
  resolve: (from: string, to: string) => string | null,
): string[] {
  const room = findRoom(file.path)
  if (!room) return [`${file.path} belongs to no room: add it to tools/boundaries.ts.`]
  return file.imports.flatMap(specifier => {
    const target = resolve(file.path, specifier)
    const reason = target === null ? checkPackage(room, file, specifier) : checkRoom(room, file, target)
    return reason ? [`${file.path} (${room.name}) may not import ${specifier}: ${reason}`] : []
  })
}

function checkPackage(room: Room, file: SourceFile, specifier: string): string | null {
  if (room.packages && !room.packages.test(specifier)) return 'this room may not use the package'
  if (sqlPackages.test(specifier) && !mayContainSql.test(file.path))
    return 'SQL belongs in *.store.ts and platform/db'
  return null
}

function checkRoom(room: Room, file: SourceFile, target: string): string | null {
  const other = findRoom(target)
  if (room.mayImport.includes('*')) return null
  if (!other) return `${target} belongs to no room`
  const own = room.compartment?.exec(file.path)?.[0]
  if (own === undefined ? other.name === room.name : target.startsWith(own)) return null
  return room.mayImport.includes(other.name) ? null : `${room.name} may not import ${other.name}`
}

function findRoom(file: string): Room | undefined {
  return rooms.find(room => room.files.test(file))
}

/** Finds static, dynamic and type-only imports. */
export function findImports(text: string): string[] {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g
  return [...text.matchAll(pattern)].map(match => match[1] ?? match[2] ?? match[3] ?? '')
}

/** Resolves an import to a path from the repository root, or null for an external package. */
export function resolveImport(from: string, specifier: string): string | null {
  if (specifier.startsWith('.'))
    return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier))
  const own = /^@plumbline\/(engine|contract|charts|importers|api-docs|demo-world)(?:\/(.*))?$/.exec(
    specifier,
  )
  return own ? `packages/${own[1]}/src/${own[2] ?? 'index'}.ts` : null
}

const ignoredFolders = new Set(['node_modules', 'dist', '.git', 'data', 'test-results'])

/** Lists files whose names match, as paths from the repository root. */
export function listFiles(names: RegExp, folder = ''): string[] {
  return readdirSync(path.join(repositoryRoot, folder))
    .filter(name => !ignoredFolders.has(name))
    .flatMap(name => {
      const inside = path.posix.join(folder, name)
      if (statSync(path.join(repositoryRoot, inside)).isDirectory()) return listFiles(names, inside)
      return names.test(name) ? [inside] : []
    })
}

export function readSources(): SourceFile[] {
  return listFiles(/\.tsx?$/).map(file => ({
    path: file,
    imports: findImports(readFileSync(path.join(repositoryRoot, file), 'utf8')),
  }))
}

/** Finds a cycle of imports, as the chain of its paths. */
export function findCycle(files: readonly SourceFile[]): string[] | null {
  const byPath = new Map(files.map(file => [file.path, file]))
  const done = new Set<string>()
  const visit = (file: SourceFile, chain: string[]): string[] | null => {
    if (chain.includes(file.path)) return [...chain.slice(chain.indexOf(file.path)), file.path]
    if (done.has(file.path)) return null
    for (const specifier of file.imports) {
      const next = byPath.get(resolveImport(file.path, specifier) ?? '')
      const cycle = next && visit(next, [...chain, file.path])
      if (cycle) return cycle
    }
    done.add(file.path)
    return null
  }
  for (const file of files) {
    const cycle = visit(file, [])
    if (cycle) return cycle
  }
  return null
}
