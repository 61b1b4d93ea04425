import type { Direction } from './statement-kinds.ts'

export interface TailAmount {
  /** Signed decimal text. */
  readonly value: string
  readonly sign: Direction | null
}

export interface Tail {
  readonly amounts: readonly TailAmount[]
  readonly rest: string
}

/** An amount at the end of a line: '1.234,56-', '- 12.00', '10,00 S', '+29.715,63 EUR', '€0.31'. */
const atEnd =
  /(?:^|[ :])([+−–-]? ?)(?:(?:EUR|CHF|USD|GBP|€|\$) ?)?([+−–-]? ?)(\d{1,3}(?:[.,' ’]\d{3}){0,4}|\d{1,9})([.,]\d{2})( ?[+−–-]| ?[SH](?![A-Za-z]))?(?: ?(?:EUR|CHF|USD|GBP|€|\$))?( ?[+−–-]| ?[SH](?![A-Za-z]))?$/

/** Splits the amounts from the end of a line. */
export function readTail(text: string): Tail {
  const amounts: TailAmount[] = []
  let rest = text.trim()
  for (let count = 0; count < 4; count += 1) {
    const match = atEnd.exec(rest.slice(-60))
    if (!match) break
    const sign = [match[1], match[2], match[5], match[6]].map(part => part?.trim() ?? '').join('')
    const digits = `${(match[3] ?? '').replace(/[^\d]/g, '')}.${(match[4] ?? '').slice(1)}`
    const direction = sign === '' ? null : /[−–S-]/.test(sign) ? 'out' : 'in'
    amounts.unshift({ value: direction === 'out' ? `-${digits}` : digits, sign: direction })
    rest = rest.slice(0, rest.length - match[0].length).trimEnd()
  }
  return { amounts, rest }
}
