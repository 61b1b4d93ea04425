import path from 'node:path'

/** The part of the environment that a server started by a test inherits. */
export function bareEnvironment(): Record<string, string> {
  const inherited = ['PATH', 'TMPDIR', 'NODE_COMPILE_CACHE', 'PLUMBLINE_BUILT']
  return Object.fromEntries(inherited.flatMap(name => (process.env[name] ? [[name, process.env[name]]] : [])))
}

/** The built server; its sources when it is not built. */
export function serverFile(): string {
  const built = process.env.PLUMBLINE_BUILT
  return built ? path.join(built, 'main.js') : path.resolve(import.meta.dirname, '../app/main.ts')
}
