import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { attachment } from '@plumbline/contract'
import type { FastifyReply } from 'fastify'
import { shareCompressedForms } from '../platform/http/bodies/compress-reply.ts'
import type { SharedResult } from './pool/result-cache.ts'

/** Sends the bytes of a result as JSON, and releases them when they have been sent. */
export function sendResult(reply: FastifyReply, { bytes, forms, release }: SharedResult): FastifyReply {
  if (forms) shareCompressedForms(reply, forms)
  // The socket reads the bytes in place, so they cannot be freed before. After a broken connection the garbage collector frees them.
  reply.raw.once('finish', release)
  return reply.type('application/json; charset=utf-8').send(Buffer.from(bytes.buffer))
}

/** Streams a CSV export, and resolves when the client has read it: the next export of the user waits until then. */
export async function sendExport(
  reply: FastifyReply,
  stream: Readable,
  fileName: string,
): Promise<FastifyReply> {
  const closed = once(stream, 'close')
  reply.type('text/csv; charset=utf-8').header('content-disposition', attachment(fileName)).send(stream)
  await closed.catch(() => undefined)
  return reply
}
