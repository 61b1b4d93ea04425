import { Readable } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'

/** What one end asks for, and what the other gives. */
type FromServer = { kind: 'chunk'; bytes: Uint8Array<ArrayBuffer> } | { kind: 'end' } | { kind: 'failed' }

/** So much is made ahead of a reader that does not keep up, and no more. */
const aheadBytes = 256 * 1024

/**
 * Gives away text piece by piece, each when it is asked for: what nobody reads is never made. The thread answers
 * other questions between two pieces.
 */
export function serveChunks(
  port: MessagePort,
  chunks: Iterator<string>,
  first: IteratorResult<string>,
): void {
  const encoder = new TextEncoder()
  let next: IteratorResult<string> | null = first
  const send = (message: FromServer, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
  port.on('message', () => {
    try {
      const { done, value } = next ?? chunks.next()
      next = null
      if (done) {
        send({ kind: 'end' })
        port.close()
        return
      }
      const bytes = encoder.encode(value)
      send({ kind: 'chunk', bytes }, [bytes.buffer])
    } catch {
      send({ kind: 'failed' })
      port.close()
    }
  })
  port.on('close', () => chunks.return?.())
}

/** The pieces as a stream that asks for the next one when there is room for it. */
export function readChunks(port: MessagePort): Readable {
  let isOver = false
  const stream = new Readable({
    highWaterMark: aheadBytes,
    read: () => port.postMessage('next'),
    destroy(error, callback) {
      isOver = true
      port.close()
      callback(error)
    },
  })
  port.on('message', (message: FromServer) => {
    if (message.kind === 'chunk') stream.push(message.bytes)
    else if (message.kind === 'end') {
      isOver = true
      stream.push(null)
    } else stream.destroy(new Error('an export failed on the way'))
  })
  // A thread that ended takes what it was telling with it: the caller must not take the half for the whole.
  port.on('close', () => {
    if (!isOver) stream.destroy(new Error('the thread of an export ended'))
  })
  return stream
}
