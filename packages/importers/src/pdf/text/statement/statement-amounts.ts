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

const sign = '[+−–-]'
const currency = String.raw`(?:EUR|CHF|USD|GBP|SEK|NOK|DKK|PLN|CZK|CAD|AUD|€|\$|£)`
const behind = `( ?${sign}| ?[SH](?![A-Za-z]))?`

/** An amount at the end of a line: '1.234,56-', '- 12.00', '10,00 S', '+29.715,63 EUR', '€0.31'. */
const makePattern = (group: string): RegExp =>
  new RegExp(
    String.raw`(?:^|[ :])(${sign}? ?)(?:${currency} ?)?(${sign}? ?)(\d{1,3}(?:[${group}]\d{3}){0,4}|\d{1,9})([.,]\d{2})${behind}(?: ?${currency})?${behind}$`,
  )

const atEnd = makePattern(`.,'’`)
/** Blanks group thousands. A number of the text may stand before the amount, so only where the document does so. */
const atEndWithBlanks = makePattern(`.,'’ `)

/** Whole amounts and tenths are money beside a currency only: '€ 200', '€4,848.8'. */
const shortAtEnd = new RegExp(
  String.raw`(?:^|[ :])(${sign}? ?)${currency} ?(${sign}? ?)(\d{1,3}(?:[.,'’]\d{3}){0,4}|\d{1,9})([.,]\d)?$`,
)

/** Splits the amounts from the end of a line. */
export function readTail(text: string, hasBlankGroups: boolean): Tail {
  const pattern = hasBlankGroups ? atEndWithBlanks : atEnd
  const amounts: TailAmount[] = []
  let rest = text.trim()
  for (let count = 0; count < 4; count += 1) {
    const match = pattern.exec(rest.slice(-60)) ?? shortAtEnd.exec(rest.slice(-60))
    if (!match) break
    const signs = [match[1], match[2], match[5], match[6]].map(part => part?.trim() ?? '').join('')
    const digits = `${(match[3] ?? '').replace(/[^\d]/g, '')}.${(match[4] ?? '').slice(1) || '00'}`
    const direction = signs === '' ? null : /[−–S-]/.test(signs) ? 'out' : 'in'
    amounts.unshift({ value: direction === 'out' ? `-${digits}` : digits, sign: direction })
    rest = rest.slice(0, rest.length - match[0].length).trimEnd()
  }
  return { amounts, rest }
}
