import path from 'node:path'

/** What a server that a test starts knows of this one's environment: where things are, and what is built already. */
export function bareEnvironment(): Record<string, string> {
  const known = ['PATH', 'TMPDIR', 'NODE_COMPILE_CACHE', 'PLUMBLINE_BUILT']
  return Object.fromEntries(known.flatMap(name => (process.env[name] ? [[name, process.env[name]]] : [])))
}

/** The server as people start it; its sources, where nobody has built them. */
export function serverFile(): string {
  const built = process.env.PLUMBLINE_BUILT
  return built ? path.join(built, 'main.js') : path.resolve(import.meta.dirname, '../app/main.ts')
}
