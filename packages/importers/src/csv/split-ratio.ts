import type { DraftInput } from '../draft.ts'

interface Dated {
  readonly draft: DraftInput
}

const nameOf = ({ instrument }: DraftInput) =>
  instrument?.isin ?? instrument?.symbol ?? instrument?.name ?? null

const multiples = [2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 100]
/** Ratios that companies split in, forward and in reverse. */
const usualRatios: readonly (readonly [number, number])[] = [
  ...multiples.flatMap(times => [[times, 1] as const, [1, times] as const]),
  [3, 2],
  [4, 3],
  [5, 2],
  [5, 3],
  [5, 4],
  [6, 5],
  [11, 10],
  [21, 20],
]

/**
 * The ratio of a split of which a file tells only the shares that were added: held and added together for what
 * was held. It is taken only if it comes out as a ratio that companies use (20 for 1, 3 for 2): anything else
 * means that the file does not have all that was held.
 */
export function ratioOfAdded(
  split: DraftInput,
  added: string,
  rows: Iterable<Dated>,
): [string, string] | null {
  let held = 0
  for (const { draft } of rows) {
    const isEarlier =
      draft.date < split.date || (draft.date === split.date && earlier(draft.time, split.time))
    if (!isEarlier || draft === split || nameOf(draft) !== nameOf(split)) continue
    if (draft.numerator && draft.denominator && draft.type === 'split')
      held *= Number(draft.numerator) / Number(draft.denominator)
    else held += Number(draft.quantity ?? 0)
  }
  const ratio = (held + Number(added)) / held
  if (!Number.isFinite(ratio) || ratio <= 0 || held <= 0) return null
  for (const [numerator, denominator] of usualRatios)
    if (Math.abs(numerator / denominator / ratio - 1) < 1e-5) return [String(numerator), String(denominator)]
  return null
}

function earlier(a: string | null | undefined, b: string | null | undefined): boolean {
  return a != null && b != null && a < b
}
