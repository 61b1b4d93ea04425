import type { Line } from '../document.ts'
import { type Fixed, toFixed } from '../tokens/money.ts'
import { readTail } from './statement-amounts.ts'

const opening =
  /(?<![a-z])(?:alter (?:konto)?(?:saldo|stand|kontostand)|alter kontostand|anfangssaldo|startsaldo|saldo alt|vorheriger saldo|saldo letzte|saldovortrag|saldo vortrag|opening balance|opening|previous balance|balance brought forward|ancien solde|solde precedent|solde initial|saldo iniziale|saldo precedente|saldo inicial|saldo anterior|beginsaldo|vorig saldo|zu beginn|anfangsbestand|anfangsstand|kontostand alt|beginning balance|starting balance|start balance|balance b f|solde anterieur|ingaende saldo|saldo poczatkowe)(?![a-z])/
const closing =
  /(?<![a-z])(?:neuer (?:konto)?(?:saldo|stand|kontostand)|neuer kontostand|endsaldo|saldo neu|schlusssaldo|closing balance|closing|new balance|balance carried forward|nouveau solde|solde final|saldo finale|nuovo saldo|saldo final|saldo actual|eindsaldo|nieuw saldo|ergebnis|endbestand|endstand|schlusssaldo|abschlusssaldo|kontostand neu|ending balance|end balance|final balance|balance c f|utgaende saldo|saldo koncowe)(?![a-z])/
/** 'Kontostand am 04.06.2024': the first states the opening balance, the last the closing one. */
const either =
  /^(?:kontostand|saldo|balance|solde|bestand) (?:am|per|vom|at|on|au|al|in [a-z]{3} am)(?![a-z])/

export interface Balances {
  readonly opening: Fixed
  readonly closing: Fixed
  readonly line: number
}

/** The balance of the latest day: an annex may repeat that of an earlier one. */
function latest(lines: readonly Line[]): Line | undefined {
  const dayOf = ({ tokens }: Line) => tokens.find(token => token.type === 'date')?.value ?? ''
  return lines.reduce<Line | undefined>(
    (best, line) => (best === undefined || dayOf(line) >= dayOf(best) ? line : best),
    undefined,
  )
}

/** The balances a statement begins and ends with, or null if one is not stated. */
export function findBalances(lines: readonly Line[], hasBlankGroups: boolean): Balances | null {
  const stated = (line: Line): Fixed | null => {
    const amount = readTail(line.text, hasBlankGroups).amounts.at(-1)
    return amount ? toFixed(amount.value) : null
  }
  const first = lines.find(line => opening.test(line.norm) && stated(line) !== null)
  const last = lines.findLast(line => closing.test(line.norm) && stated(line) !== null)
  const dated = lines.filter(line => either.test(line.norm) && stated(line) !== null)
  const begin = first ?? dated[0]
  const end = last ?? (dated.length > 1 || first ? latest(dated) : undefined)
  if (!begin || !end || begin === end) return null
  return { opening: stated(begin) ?? 0n, closing: stated(end) ?? 0n, line: end.index }
}

/** The line that states the opening balance, or -1: a list of entries without a heading begins there. */
export const findOpening = (lines: readonly Line[], hasBlankGroups: boolean): number =>
  lines.findIndex(line => opening.test(line.norm) && readTail(line.text, hasBlankGroups).amounts.length > 0)
