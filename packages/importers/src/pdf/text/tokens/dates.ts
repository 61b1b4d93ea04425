import { RowProblem } from '../../../problem.ts'
import { type DateOrder, parseMoment } from '../../../text/date.ts'

/** The ISO day of a date as statements write it. Null for what is no date. */
export function findDate(text: string, order: DateOrder): string | null {
  const bare = text.replace(/(\d)\. ?([A-Za-zÀ-ÿ])/, '$1 $2').replace(/\. (?=\d)/g, '.')
  const swapped = /^(\d{4})[./](\d{2})[./](\d{2})$/.exec(bare)
  try {
    return parseMoment(swapped ? `${swapped[1]}-${swapped[2]}-${swapped[3]}` : bare, order).date
  } catch (error) {
    if (error instanceof RowProblem) return null
    throw error
  }
}
