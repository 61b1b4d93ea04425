import { Readable } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'

/** What the worker sends for each request of the reader. */
type ChunkMessage = { kind: 'chunk'; bytes: Uint8Array<ArrayBuffer> } | { kind: 'end' } | { kind: 'failed' }

/** How much is computed ahead of a slow reader. */
const bufferBytes = 256 * 1024

/** Sends chunks of text through a port, each on request, so that the worker runs other queries in between. */
export function serveChunks(
  port: MessagePort,
  chunks: Iterator<string>,
  first: IteratorResult<string>,
): void {
  const encoder = new TextEncoder()
  let next: IteratorResult<string> | null = first
  const send = (message: ChunkMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
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

/** The chunks as a stream that requests the next one when there is room for it. */
export function readChunks(port: MessagePort): Readable {
  let hasEnded = false
  const stream = new Readable({
    highWaterMark: bufferBytes,
    read: () => port.postMessage('next'),
    destroy(error, callback) {
      hasEnded = true
      port.close()
      callback(error)
    },
  })
  port.on('message', (message: ChunkMessage) => {
    if (message.kind === 'chunk') stream.push(message.bytes)
    else if (message.kind === 'end') {
      hasEnded = true
      stream.push(null)
    } else stream.destroy(new Error('an export failed after its first chunk'))
  })
  // When the worker ends early, the stream fails, so that the client does not take a part for the whole.
  port.on('close', () => {
    if (!hasEnded) stream.destroy(new Error('the worker of an export ended'))
  })
  return stream
}
