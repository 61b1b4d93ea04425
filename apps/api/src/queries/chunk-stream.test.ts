import { MessageChannel } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { readChunks, serveChunks } from './chunk-stream.ts'

/** Pieces of 64 KB, with a count of how many were made and whether their maker was told to stop. */
function pieces(count: number, failsAt = -1) {
  const state = { made: 0, stopped: false }
  function* make() {
    try {
      for (let piece = 0; piece < count; piece += 1) {
        if (piece === failsAt) throw new Error('broken')
        state.made += 1
        yield 'x'.repeat(65_536)
      }
    } finally {
      state.stopped = true
    }
  }
  const { port1, port2 } = new MessageChannel()
  const chunks = make()
  serveChunks(port2, chunks, chunks.next())
  return { stream: readChunks(port1), state }
}

const settled = () => new Promise(resolve => setTimeout(resolve, 50))

describe('an export', () => {
  it('arrives whole', async () => {
    const { stream } = pieces(40)
    let bytes = 0
    for await (const chunk of stream) bytes += chunk.length
    expect(bytes).toBe(40 * 65_536)
  })

  it('is not made faster than it is read', async () => {
    const { stream, state } = pieces(1000)
    stream.read(0)
    await settled()
    expect(state.made).toBeLessThan(8)
    stream.read()
    await settled()
    expect(state.made).toBeLessThan(16)
    stream.destroy()
  })

  it('is not made any further once its reader has left', async () => {
    const { stream, state } = pieces(1000)
    stream.read(0)
    await settled()
    stream.destroy()
    await settled()
    const { made } = state
    await settled()
    expect(state).toEqual({ made, stopped: true })
  })

  it('that fails on the way is not taken for a whole one', async () => {
    const { stream } = pieces(40, 3)
    const read = async () => {
      for await (const _ of stream);
    }
    await expect(read()).rejects.toThrow('failed on the way')
  })
})
