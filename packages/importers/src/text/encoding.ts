/** ISO 8859-1 needs no entry: Windows-1252 reads every printable character of it. */
const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-15'] as const
export type Encoding = (typeof encodings)[number]

export function readByteOrderMark(bytes: Uint8Array): Encoding | null {
  const [first, second, third, fourth] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe && !(third === 0 && fourth === 0)) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** Guesses the encoding of text without a byte order mark by its bytes. */
export function guessEncoding(bytes: Uint8Array): Encoding {
  const wide = guessWide(bytes)
  if (wide) return wide
  const { valid, invalid } = countSequences(bytes)
  // Western text hardly ever forms a character of UTF-8, so a file with more of them is damaged UTF-8.
  if (invalid === 0 || valid > invalid) return 'utf-8'
  return guessWestern(bytes)
}

/** Western text in UTF-16 has a zero in nearly every second byte: the first of a pair is the high one in big endian. */
function guessWide(bytes: Uint8Array): Encoding | null {
  const head = bytes.subarray(0, 1000)
  const zeros = [0, 0] as [number, number]
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2 === 0 ? 0 : 1] += 1
  })
  const most = head.length / 4
  if (zeros[1] > most && zeros[0] <= most) return 'utf-16le'
  return zeros[0] > most && zeros[1] <= most ? 'utf-16be' : null
}

/** Counts multi-byte characters of UTF-8, and bytes that belong to none. */
function countSequences(bytes: Uint8Array): { valid: number; invalid: number } {
  let valid = 0
  let invalid = 0
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) {
      at += 1
      continue
    }
    const length = sequenceLength(bytes, at)
    if (length === 0) invalid += 1
    else valid += 1
    at += Math.max(length, 1)
  }
  return { valid, invalid }
}

function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0
  const length =
    lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0
  for (let next = at + 1; next < at + length; next += 1) if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0
  return length
}

/** Characters where ISO 8859-15 differs from Windows-1252: Š š Ž ž Œ œ Ÿ, which appear beside letters. */
const letters15 = new Set([0xa6, 0xa8, 0xb4, 0xb8, 0xbc, 0xbd, 0xbe])

/**
 * Windows-1252 has its euro at 0x80 and ISO 8859-15 at 0xA4, where the other has a sign nobody uses. ISO 8859 has no
 * printable characters from 0x80 to 0x9F.
 */
function guessWestern(bytes: Uint8Array): Encoding {
  let isLatin9 = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte >= 0x80 && byte < 0xa0) return 'windows-1252'
    isLatin9 ||= byte === 0xa4 || (letters15.has(byte) && isLetter(bytes[at - 1]) && isLetter(bytes[at + 1]))
  }
  return isLatin9 ? 'iso-8859-15' : 'windows-1252'
}

const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122))
