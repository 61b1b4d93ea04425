import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ContentEncoding, chooseEncoding } from './content-encoding.ts'

/** Below this a reply fits into one packet anyway. */
const minBytes = 1024
/** Fast levels: 234 KB of a series take 3 ms. Higher levels save a few per cent more at several times the CPU time. */
const gzipOptions = { level: 4 }
const brotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 3,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
}

/** In the thread pool, so that the event loop goes on. */
const encode: Record<ContentEncoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: bytes => promisify(brotliCompress)(bytes, brotliOptions),
  gzip: bytes => promisify(gzip)(bytes, gzipOptions),
}
const createEncoder = {
  br: () => createBrotliCompress(brotliOptions),
  gzip: () => createGzip(gzipOptions),
}

/** Compressed forms of a payload that is sent more than once. */
export type CompressedForms = Map<ContentEncoding, Promise<Buffer>>

const formsByReply = new WeakMap<FastifyReply, CompressedForms>()

/** Lets the replies that send the same bytes share their compressed forms. */
export function shareCompressedForms(reply: FastifyReply, forms: CompressedForms): void {
  formsByReply.set(reply, forms)
}

/** Forms of more than half of the payload are not kept, so that two of them never take more than the payload. */
const maxKeptPart = 1 / 2

function compressOnce(forms: CompressedForms, encoding: ContentEncoding, bytes: Buffer): Promise<Buffer> {
  const known = forms.get(encoding)
  if (known) return known
  const compressed = encode[encoding](bytes)
  forms.set(encoding, compressed)
  const forget = () => forms.delete(encoding)
  compressed.then(({ length }) => length > bytes.length * maxKeptPart && forget(), forget)
  return compressed
}

/** An onSend hook for routes whose replies contain no secret: compresses texts in an encoding that the client accepts. */
export async function compressReply(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (!isText(reply) || reply.hasHeader('content-encoding')) return payload
  varyByEncoding(reply)
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  if (encoding === null || request.method === 'HEAD') return payload
  if (payload instanceof Readable) {
    mark(reply, encoding)
    // Errors end the connection, so that the client does not take a part for the whole.
    return pipeline(payload, createEncoder[encoding](), () => undefined)
  }
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
  if (Buffer.byteLength(payload) < minBytes) return payload
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
  const forms = formsByReply.get(reply)
  const encoded = await (forms ? compressOnce(forms, encoding, bytes) : encode[encoding](bytes))
  mark(reply, encoding)
  return encoded
}

/** Files such as PDF and ZIP are compressed already. */
function isText(reply: FastifyReply): boolean {
  const type = String(reply.getHeader('content-type') ?? '')
  return type.startsWith('text/') || type.startsWith('application/json')
}

function varyByEncoding(reply: FastifyReply): void {
  const before = reply.getHeader('vary')
  reply.header('vary', before === undefined ? 'accept-encoding' : `${String(before)}, accept-encoding`)
}

function mark(reply: FastifyReply, encoding: ContentEncoding): void {
  reply.header('content-encoding', encoding).removeHeader('content-length')
}
