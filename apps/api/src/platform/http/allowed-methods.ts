import { allEndpoints, plainRoutes } from '@plumbline/contract'

interface KnownPath {
  /** Null stands for a parameter. */
  readonly segments: readonly (string | null)[]
  readonly methods: readonly string[]
}

/** The paths of the public API reference. `/list/` comes before `/:id/`, which matches it too. */
const knownPaths = listKnownPaths()

/** Lists the methods of a path, as in the header Allow; none for an unknown path. */
export function listAllowedMethods(url: string): readonly string[] {
  const path = (url.split('?')[0] ?? '').split('/')
  return knownPaths.find(known => matches(known, path))?.methods ?? []
}

function matches({ segments }: KnownPath, path: readonly string[]): boolean {
  return (
    segments.length === path.length &&
    segments.every((segment, place) => (segment === null ? path[place] !== '' : segment === path[place]))
  )
}

function listKnownPaths(): KnownPath[] {
  const declared = allEndpoints().map(([, { method, path }]) => `${method} ${path}`)
  const methodsByPath = new Map<string, string[]>()
  for (const route of [...declared, ...Object.keys(plainRoutes)]) {
    const [method = '', path = ''] = route.split(' ')
    // The methods of a path may name its parameters differently.
    const unnamed = path.replaceAll(/:\w+/g, ':')
    // Fastify serves HEAD with the handler of GET.
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method]
    methodsByPath.set(unnamed, [...(methodsByPath.get(unnamed) ?? []), ...methods])
  }
  const known = [...methodsByPath].map(([path, methods]) => ({
    segments: path.split('/').map(segment => (segment === ':' ? null : segment)),
    methods: methods.sort(),
  }))
  return known.sort((a, b) => countParameters(a) - countParameters(b))
}

function countParameters({ segments }: KnownPath): number {
  return segments.filter(segment => segment === null).length
}
