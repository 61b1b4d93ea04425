import type { PdfPage } from '@plumbline/importers'
import { plainNumber } from '../files/split-upload.ts'

interface NumberedAccount {
  id: string
  numbers: readonly string[]
}

/** Shorter numbers occur by chance. */
const shortestNumber = 6

/**
 * The account of a PDF, which has no field for it, among those of its family at the custodian: the one whose number is
 * printed. Without any printed number it is the only one there, unless another IBAN is printed instead of its own.
 */
export function findPrintedAccount(
  pages: readonly Pick<PdfPage, 'lines'>[],
  accounts: readonly NumberedAccount[],
): string | null {
  const lines = pages.flatMap(page => page.lines.map(({ text }) => text))
  const text = lines.map(plainNumber).join('\n')
  const printed = accounts.filter(({ numbers }) =>
    numbers.map(plainNumber).some(plain => plain.length >= shortestNumber && text.includes(plain)),
  )
  if (printed.length > 0) return printed.length === 1 ? (printed[0]?.id ?? null) : null
  const [only] = accounts
  if (!only || accounts.length > 1) return null
  const isOther = only.numbers.some(findIban) && lines.some(findIban)
  return isOther ? null : only.id
}

const ibanLike = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{1,4}){3,8}\b/g

/** The first IBAN of a text, without its spaces; words that follow it are left out. */
function findIban(text: string): string | null {
  for (const [found] of text.toUpperCase().matchAll(ibanLike)) {
    const parts = found.split(' ')
    for (let count = parts.length; count > 0; count -= 1) {
      const iban = parts.slice(0, count).join('')
      if (iban.length >= 15 && iban.length <= 34 && hasValidChecksum(iban)) return iban
    }
  }
  return null
}

/** ISO 7064, modulo 97: letters count from 10, and the first four characters come last. */
function hasValidChecksum(iban: string): boolean {
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
