import { createHash } from 'node:crypto'
import { realpathSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { errorCode, StartupError } from '../../errors/startup-error.ts'

/**
 * Gives a data folder one owner process. The lock is a listening local socket, which the system releases when its
 * process dies, so no stale lock file survives a `kill -9` or a power cut.
 */
export interface OwnerLock {
  release(): void
}

export async function takeOwnerLock(dataFolder: string): Promise<OwnerLock> {
  const address = lockAddress(dataFolder)
  const server = createServer(socket => socket.end(String(process.pid)))
  // The second attempt only matters where the lock is a file (see lockAddress) whose owner died.
  for (const mayBeStale of [true, false]) {
    try {
      await listen(server, address)
      server.unref()
      return { release: () => server.close() }
    } catch (error) {
      if (errorCode(error) !== 'EADDRINUSE') throw error
      const owner = await queryOwner(address)
      if (owner !== null || !mayBeStale || !address.endsWith('.sock'))
        throw new StartupError(
          `Another Plumbline${owner ? ` (process ${owner})` : ''} already uses the data folder ${dataFolder}.`,
        )
      unlinkSync(address)
    }
  }
  throw new StartupError(`The data folder ${dataFolder} is in use.`)
}

/** The process id of the folder's owner, or null. */
export async function findOwner(dataFolder: string): Promise<string | null> {
  return queryOwner(lockAddress(dataFolder))
}

/** Linux has abstract sockets and Windows has named pipes; elsewhere the lock is a file. */
function lockAddress(dataFolder: string): string {
  const id = createHash('sha256').update(realpathSync(dataFolder)).digest('hex').slice(0, 24)
  if (process.platform === 'linux') return `\0plumbline-${id}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\plumbline-${id}`
  return path.join(tmpdir(), `plumbline-${id}.sock`)
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function queryOwner(address: string): Promise<string | null> {
  return new Promise(resolve => {
    let answer = ''
    const socket = connect(address)
    socket.setTimeout(2000, () => socket.destroy())
    socket.on('data', bytes => {
      answer += bytes
    })
    socket.on('error', () => resolve(null))
    socket.on('close', () => resolve(answer || null))
  })
}
