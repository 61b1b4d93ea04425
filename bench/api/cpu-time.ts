import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

/** Linux counts CPU time in hundredths of a second. */
const msPerTick = 10

interface Stat {
  parent: number
  /** CPU time of the process with all its threads. */
  own: number
  /** CPU time of its children that have ended. */
  ended: number
}

/** Reads /proc: Linux only. */
function readStat(pid: number | string): Stat {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program may contain blanks and brackets; the numbers follow its last bracket.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const sum = (...places: number[]) => places.reduce((total, place) => total + (fields[place] ?? 0), 0)
  return { parent: fields[1] ?? 0, own: sum(11, 12) * msPerTick, ended: sum(13, 14) * msPerTick }
}

/** CPU time of a process so far, in milliseconds. */
export function readCpuMs(pid: number): number {
  return readStat(pid).own
}

/** CPU time of a PostgreSQL with all its backends so far, in milliseconds. */
export function readPostgresCpuMs(postmaster: number): number {
  const { own, ended } = readStat(postmaster)
  const processes = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  const backends = processes.map(readStatIfRunning).filter(stat => stat?.parent === postmaster)
  return backends.reduce((total, stat) => total + (stat?.own ?? 0), own + ended)
}

function readStatIfRunning(pid: string): Stat | null {
  try {
    return readStat(pid)
  } catch {
    return null
  }
}

/** The process that started the backends of a PostgreSQL on this machine. */
export async function findPostmaster(config: pg.ClientConfig): Promise<number> {
  const client = new pg.Client(config)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { parent } = readStat(rows[0]?.pid ?? 0)
  await client.end()
  return parent
}
