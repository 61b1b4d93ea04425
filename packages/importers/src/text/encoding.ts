/** ISO 8859-1 needs no entry: Windows-1252 reads every printable character of it. */
const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
] as const
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
  return isCyrillic(bytes) ? 'windows-1251' : (guessCentral(bytes) ?? guessWestern(bytes))
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

/** Letters of Polish, Czech and Hungarian in both encodings of Central Europe, where Western ones have signs. */
const centralLetters = new Set([0xa3, 0xa5, 0xaf, 0xb3, 0xb9, 0xbf, 0xb1, 0xb6, 0xa1, 0xac])
/** Of those, the ones that only ISO 8859-2 uses for letters. */
const onlyIso = new Set([0xb1, 0xb6, 0xa1, 0xac])
/** Letters of Windows-1250 that Windows-1252 does not have. */
const only1250 = new Set([0x8d, 0x8f, 0x9d])

/** Central European text has letters where Western text has signs, which do not stand within words. */
function guessCentral(bytes: Uint8Array): Encoding | null {
  let isIso = false
  let isCentral = false
  let hasControls = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    hasControls ||= byte >= 0x80 && byte < 0xa0
    if (only1250.has(byte)) return 'windows-1250'
    if (!centralLetters.has(byte) || !isWordByte(bytes[at + 1])) continue
    // A pound sign stands before a number, the others behind a letter.
    if (byte !== 0xa3 && !isWordByte(bytes[at - 1])) continue
    isCentral = true
    isIso ||= onlyIso.has(byte)
  }
  if (!isCentral) return null
  return isIso && !hasControls ? 'iso-8859-2' : 'windows-1250'
}

/** Words of Cyrillic text are runs of high bytes; Western words have few of them. */
function isCyrillic(bytes: Uint8Array): boolean {
  let high = 0
  let inRuns = 0
  let run = 0
  for (let at = 0; at <= bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte >= 0xc0 || byte === 0xa8 || byte === 0xb8) {
      run += 1
      continue
    }
    high += run
    if (run >= 4) inRuns += run
    run = 0
  }
  return inRuns > high / 2
}

const isWordByte = (byte: number | undefined): boolean =>
  byte !== undefined && (isLetter(byte) || byte >= 0xc0 || centralLetters.has(byte))

const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122))
