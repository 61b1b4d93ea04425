import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends bytes, and says so when nobody reads them any more. */
export function sendAnswer(
  reply: FastifyReply,
  { bytes, release }: { bytes: Uint8Array<ArrayBuffer>; release(): void },
): FastifyReply {
  // Until all of it is handed over it is read where it lies, however slowly. Where that never happens, it is garbage.
  reply.raw.once('finish', release)
  return reply.type('application/json; charset=utf-8').send(Buffer.from(bytes.buffer))
}

/** Sends a list as it is read. Its user's next export waits until it has been, however slowly. */
export async function sendExport(reply: FastifyReply, stream: Readable): Promise<FastifyReply> {
  const isOver = once(stream, 'close')
  reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment').send(stream)
  await isOver.catch(() => undefined)
  return reply
}
