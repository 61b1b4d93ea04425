/** A pseudo-random generator, deterministic by seed on any machine. */
export function seededRandom(seed: number): (below: number) => number {
  let state = (seed ^ 0x9e3779b9) >>> 0
  return below => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Fragments that break parsers: syntax of every format, edge cases of numbers and dates, and encoding traps. */
const pieces: readonly string[] = [
  '"',
  '""',
  "'",
  '<',
  '>',
  '</',
  '&',
  '&amp;',
  '&#0;',
  '&x;',
  ']]>',
  '<!--',
  '<!DOCTYPE x [<!ENTITY a "b">]>',
  '{',
  '}',
  '[',
  ']',
  ',',
  ';',
  '\t',
  '|',
  '\n',
  '\r\n',
  '\r',
  '\n\n\n',
  ':61:',
  ':86:',
  ':16S:FIN',
  '^',
  '!Type:Invst',
  '-',
  '--',
  '0',
  '-0',
  '1e9',
  '1E-400',
  'NaN',
  'Infinity',
  '9'.repeat(60),
  `0.${'1'.repeat(60)}`,
  '1.234.567,89',
  "1'234.5",
  '2026-02-30',
  '31.02.2026',
  '00/00/0000',
  '99991231',
  '\u0000',
  '\ufeff',
  '\ufffd',
  '\u202e',
  '\ud83d\ude00',
  'é',
  '   ',
  '(5)',
  'SELL',
  'reference="../../../../../../.."',
  'reference="."',
  '[2147483648]',
  '$',
  '€',
  '%',
  '\\u00',
  '\\',
]

type Edit = (text: string, random: (below: number) => number, other: string) => string

const edits: readonly Edit[] = [
  (text, random) => cut(text, random, 1 + random(3)),
  (text, random) => cut(text, random, 1 + random(200)),
  (text, random) => insert(text, random(text.length + 1), pieces[random(pieces.length)] ?? ''),
  (text, random) => insert(text, random(text.length + 1), pieces[random(pieces.length)] ?? ''),
  (text, random) => insert(text, random(text.length + 1), String.fromCharCode(random(400))),
  (text, random) => text.slice(0, random(text.length + 1)),
  (text, random) => text.slice(random(text.length + 1)),
  (text, random) => {
    const lines = text.split('\n')
    const [a, b] = [random(lines.length), random(lines.length)]
    const first = lines[a] ?? ''
    lines[a] = lines[b] ?? ''
    lines[b] = first
    return lines.join('\n')
  },
  (text, random) => {
    const lines = text.split('\n')
    lines.splice(random(lines.length), 0, lines[random(lines.length)] ?? '')
    return lines.join('\n')
  },
  (text, random) => {
    const lines = text.split('\n')
    lines.splice(random(lines.length), 1 + random(3))
    return lines.join('\n')
  },
  (text, random) => replaceToken(text, random, /[\d.,']+/g),
  (text, random) => replaceToken(text, random, /[A-Za-z]{3,}/g),
  (text, random, other) => {
    const from = random(other.length + 1)
    return insert(text, random(text.length + 1), other.slice(from, from + 1 + random(300)))
  },
]

function insert(text: string, at: number, piece: string): string {
  return text.slice(0, at) + piece + text.slice(at)
}

function cut(text: string, random: (below: number) => number, length: number): string {
  const at = random(text.length + 1)
  return text.slice(0, at) + text.slice(at + length)
}

/** Replaces a number or word by another of the same file or by a fragment. */
function replaceToken(text: string, random: (below: number) => number, shape: RegExp): string {
  const tokens = [...text.matchAll(shape)]
  const token = tokens[random(Math.max(1, tokens.length))]
  if (!token) return text
  const other = random(2) === 0 ? tokens[random(tokens.length)]?.[0] : pieces[random(pieces.length)]
  return text.slice(0, token.index) + (other ?? '') + text.slice(token.index + token[0].length)
}

/** Damages a copy of a file: one to four edits, and sometimes bytes that are invalid in its encoding. */
export function damageFile(bytes: Uint8Array, other: Uint8Array, seed: number): Uint8Array {
  const random = seededRandom(seed)
  const latin = new TextDecoder('windows-1252')
  let text = latin.decode(bytes)
  const rest = latin.decode(other)
  const count = 1 + random(4)
  for (let edit = 0; edit < count; edit += 1) text = edits[random(edits.length)]?.(text, random, rest) ?? text
  const result = random(3) === 0 ? Buffer.from(text, 'utf8') : Buffer.from(text, 'latin1')
  if (random(10) === 0 && result.length > 0) result[random(result.length)] = random(256)
  return random(40) === 0 ? Buffer.from(text, 'utf16le') : result
}
