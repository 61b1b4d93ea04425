import { hiddenAmount, useFormat } from './use-format.ts'

const month = '(?:Jan|Feb|Mar|Mär|Apr|May|Mai|Jun|Jul|Aug|Sep|Oct|Okt|Nov|Dec|Dez)\\p{L}*\\.?'
/** Dates, times and percentages, which are no amounts. */
const kept = [
  '\\d{4}-\\d{2}-\\d{2}',
  '\\d{1,2}(?<mark>[./])\\d{1,2}\\k<mark>\\d{4}',
  `\\d{1,2}\\.? ${month} \\d{4}`,
  `${month} \\d{1,2}, \\d{4}`,
  '\\d{1,2}:\\d{2}(?::\\d{2})?',
  "[+−-]?\\d[\\d.,'’]*\\s?%",
].join('|')
const number = "[+−-]?\\d+(?:[.,'’\\u00a0\\u2009\\u202f]\\d+)*"
/** Digits within a word, as in an ISIN, are not numbers. */
const pattern = new RegExp(`(?<![\\p{L}\\d])(?:(?<kept>${kept})|${number})`, 'gu')

/** Hides the numbers of a sentence that the server wrote: any of them may be an amount, a quantity or a price. */
export function hideNumbers(written: string): string {
  return written.replace(pattern, (match, ...groups) => {
    const { kept: isKept } = groups.at(-1) as { kept?: string }
    return isKept === undefined ? hiddenAmount : match
  })
}

/** Hides the numbers of sentences of the server while amounts are hidden. */
export function useHideNumbers(): (written: string) => string {
  const { isPrivate } = useFormat()
  return isPrivate ? hideNumbers : keep
}

const keep = (written: string) => written
