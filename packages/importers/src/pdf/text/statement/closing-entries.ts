import type { Line } from '../document.ts'
import { absolute, type Fixed, toFixed } from '../tokens/money.ts'
import { readTail } from './statement-amounts.ts'
import type { Direction } from './statement-kinds.ts'
import { feeEntry, interestEntry } from './statement-words.ts'

/** What an entry of the account's closing says of itself. */
export interface ClosingEntry {
  readonly line: number
  readonly text: string
  readonly amount: Fixed
  readonly direction: Direction | null
}

const closing =
  /^(?:abrechnung|(?:rechnungs|konto|quartals|jahres|saldo)?abschluss|closing|arrete|chiusura)(?: |$)/

/** Whether an entry closes the account without words that say what was charged or credited. */
export const isUnexplained = (text: string): boolean =>
  closing.test(text) && interestEntry.test(text) === feeEntry.test(text)

/** 'Abrechnung 31.03.2015 siehe Anlage': the one line of the annex with the same amount says what it is. */
export function explainClosing<Entry extends ClosingEntry>(
  entries: readonly Entry[],
  lines: readonly Line[],
  hasBlankGroups: boolean,
): Entry[] {
  const places = new Set(entries.map(({ line }) => line))
  const annex = lines.flatMap(line => {
    const isKind = interestEntry.test(line.norm) !== feeEntry.test(line.norm)
    const amounts = isKind && !places.has(line.index) ? readTail(line.text, hasBlankGroups).amounts : []
    const [amount] = amounts
    return amount ? [{ norm: line.norm, value: toFixed(amount.value), sign: amount.sign }] : []
  })
  const byAmount = Map.groupBy(annex, ({ value }) => absolute(value))
  return entries.map(entry => {
    if (!isUnexplained(entry.text)) return entry
    const [same, ...others] = byAmount.get(entry.amount)?.slice(0, 10) ?? []
    if (!same || others.some(({ norm }) => feeEntry.test(norm) !== feeEntry.test(same.norm))) return entry
    return { ...entry, text: `${same.norm} ${entry.text}`, direction: entry.direction ?? same.sign }
  })
}
