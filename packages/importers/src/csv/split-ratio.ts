import type { DraftInput } from '../draft.ts'

interface Dated {
  readonly draft: DraftInput
}

const instrumentName = ({ instrument }: DraftInput) =>
  instrument?.isin ?? instrument?.symbol ?? instrument?.name ?? null

const multiples = [2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 100]
/** Usual split ratios, forward and reverse. */
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
 * Infers the ratio of a split that states only the added shares: (held + added) / held. Only usual ratios (20 for 1,
 * 3 for 2) are accepted; any other means that the file does not contain the whole holding.
 */
export function inferSplitRatio(
  split: DraftInput,
  added: string,
  rows: Iterable<Dated>,
): [string, string] | null {
  let held = 0
  for (const { draft } of rows) {
    const isEarlier =
      draft.date < split.date || (draft.date === split.date && isEarlierTime(draft.time, split.time))
    if (!isEarlier || draft === split || instrumentName(draft) !== instrumentName(split)) continue
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

function isEarlierTime(a: string | null | undefined, b: string | null | undefined): boolean {
  return a != null && b != null && a < b
}
