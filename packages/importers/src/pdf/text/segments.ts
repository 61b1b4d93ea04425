import type { BankProfile } from '../profiles/profile.ts'
import type { Line } from './document.ts'
import { normalize } from './labels.ts'

const contains = (line: Line, words: readonly string[]): boolean =>
  words.some(
    word =>
      ` ${line.norm} `.includes(` ${word} `) ||
      (line.isSqueezed && line.norm.replace(/ /g, '').includes(word.replace(/ /g, ''))),
  )

/** Leaves out the lines that a profile names. */
export function withoutIgnored(lines: readonly Line[], profile: BankProfile | null): Line[] {
  const ignored = (profile?.ignoreLines ?? []).map(normalize)
  return ignored.length === 0 ? [...lines] : lines.filter(line => !contains(line, ignored))
}

/** Splits a file into its notes, by the words of a profile. */
export function splitNotes(lines: readonly Line[], profile: BankProfile | null): Line[][] {
  const starts = (profile?.starts ?? []).map(normalize)
  const ends = (profile?.ends ?? []).map(normalize)
  const notes: Line[][] = [[]]
  let isOpen = true
  for (const line of lines) {
    if (starts.length > 0 && contains(line, starts)) {
      notes.push([])
      isOpen = true
    } else if (ends.length > 0 && contains(line, ends)) isOpen = false
    if (isOpen) notes.at(-1)?.push(line)
  }
  return notes.filter(note => note.length > 0)
}
