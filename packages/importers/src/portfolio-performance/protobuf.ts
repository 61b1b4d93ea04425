import { UnreadableFile } from '../problem.ts'

/** The fields of one message of Protocol Buffers, by number. Nested messages stay bytes until they are read. */
export interface Message {
  text(field: number): string | null
  /** A whole number as text, exact beyond 2^53. Absent fields are 0, as the encoding leaves out zeros. */
  integer(field: number): string
  messages(field: number): Message[]
}

const damaged = () => new UnreadableFile('bad_archive', 1, { value: 'data.portfolio is damaged' })

/** Reads the fields of a message. Groups, which the encoding has given up, are rejected. */
export function readMessage(bytes: Uint8Array): Message {
  const numbers = new Map<number, bigint>()
  const parts = new Map<number, Uint8Array[]>()
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at]
      if (byte === undefined) throw damaged()
      at += 1
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asIntN(64, value)
    }
    throw damaged()
  }
  const take = (length: number): Uint8Array => {
    if (length < 0 || at + length > bytes.length) throw damaged()
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const field = Math.floor(tag / 8)
    const wire = tag & 7
    if (field < 1) throw damaged()
    if (wire === 0) numbers.set(field, varint())
    else if (wire === 1) take(8)
    else if (wire === 5) take(4)
    else if (wire === 2) {
      const list = parts.get(field) ?? []
      list.push(take(Number(varint())))
      parts.set(field, list)
    } else throw damaged()
  }
  return {
    text: field => {
      const last = parts.get(field)?.at(-1)
      return last === undefined ? null : new TextDecoder().decode(last)
    },
    integer: field => String(numbers.get(field) ?? 0n),
    messages: field => (parts.get(field) ?? []).map(readMessage),
  }
}
