import { MessageChannel } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { readChunks, serveChunks } from './chunk-stream.ts'

/** A stream of 64 KB chunks, with a count of those computed and whether their generator was stopped. */
function streamChunks(count: number, failsAt = -1) {
  const state = { computed: 0, stopped: false }
  function* generate() {
    try {
      for (let chunk = 0; chunk < count; chunk += 1) {
        if (chunk === failsAt) throw new Error('broken')
        state.computed += 1
        yield 'x'.repeat(65_536)
      }
    } finally {
      state.stopped = true
    }
  }
  const { port1, port2 } = new MessageChannel()
  const chunks = generate()
  serveChunks(port2, chunks, chunks.next())
  return { stream: readChunks(port1), state }
}

const settled = () => new Promise(resolve => setTimeout(resolve, 50))

describe('an export', () => {
  it('arrives complete', async () => {
    const { stream } = streamChunks(40)
    let bytes = 0
    for await (const chunk of stream) bytes += chunk.length
    expect(bytes).toBe(40 * 65_536)
  })

  it('is not computed far ahead of its reader', async () => {
    const { stream, state } = streamChunks(1000)
    stream.read(0)
    await settled()
    expect(state.computed).toBeLessThan(8)
    stream.read()
    await settled()
    expect(state.computed).toBeLessThan(16)
    stream.destroy()
  })

  it('stops when its reader disconnects', async () => {
    const { stream, state } = streamChunks(1000)
    stream.read(0)
    await settled()
    stream.destroy()
    await settled()
    const { computed } = state
    await settled()
    expect(state).toEqual({ computed, stopped: true })
  })

  it('fails its stream when a later chunk fails', async () => {
    const { stream } = streamChunks(40, 3)
    const read = async () => {
      for await (const _ of stream);
    }
    await expect(read()).rejects.toThrow('failed after its first chunk')
  })
})
