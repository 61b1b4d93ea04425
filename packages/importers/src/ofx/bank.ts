import type { TransactionType } from '@plumbline/engine'
import type { DraftInput } from '../draft.ts'
import { RowProblem } from '../problem.ts'
import type { Collector } from '../reading.ts'
import { isNegative, isZero, magnitude, negated } from '../text/decimal.ts'
import { formatElement } from '../xml/raw.ts'
import { findChild, readText, type XmlElement } from '../xml/tree.ts'
import { ofxCurrency, ofxMoment, ofxNumber, requireOfxNumber } from './values.ts'

const kinds: Readonly<Record<string, TransactionType>> = {
  INT: 'interest',
  DIV: 'dividend',
  FEE: 'fees_cash',
  SRVCHG: 'fees_cash',
}

/** Reads a transaction of a bank account. */
export function readStatementTransaction(collect: Collector, row: XmlElement, currency: string | null): void {
  const place = { line: row.line, raw: formatElement(row) }
  collect.row(place, () => {
    const amount = requireOfxNumber(row, 'TRNAMT')
    if (isZero(amount)) {
      collect.skip(place, 'no_money')
      return
    }
    const moment = ofxMoment(row, 'DTPOSTED') ?? ofxMoment(row, 'DTUSER')
    if (!moment) throw new RowProblem('no_date', { field: 'DTPOSTED' })
    const id = readText(row, 'FITID')
    const words = [readText(row, 'NAME') ?? readText(findChild(row, 'PAYEE'), 'NAME'), readText(row, 'MEMO')]
    const check = readText(row, 'CHECKNUM')
    const draft: DraftInput = {
      ...cashFields(kinds[readText(row, 'TRNTYPE') ?? ''] ?? null, amount),
      ...moment,
      settleDate: ofxMoment(row, 'DTAVAIL')?.date ?? null,
      currency: ofxCurrency(row, currency),
      note: [...new Set(words.filter(Boolean))].join(' · ') || (check ? `Check ${check}` : null),
      reference: readText(row, 'REFNUM') ?? check,
    }
    collect.draft(place, draft, id ? { kind: 'id', id: `fit:${id}` } : null)
  })
}

export function cashFields(
  kind: TransactionType | null,
  amount: string,
): Pick<DraftInput, 'type' | 'side' | 'amount' | 'net'> {
  if (kind === 'fees_cash' || kind === 'fees' || kind === 'tax')
    return { type: kind, side: null, amount: negated(amount) }
  if (kind !== null) return { type: kind, side: null, net: amount }
  return isNegative(amount)
    ? { type: 'withdrawal', side: 'out', amount: magnitude(amount) }
    : { type: 'deposit', side: 'in', amount }
}

/** Reads the closing balance. */
export function readLedgerBalance(collect: Collector, statement: XmlElement, currency: string | null): void {
  const balance = findChild(statement, 'LEDGERBAL')
  if (!balance) return
  collect.fact({ line: balance.line, raw: formatElement(balance) }, () => {
    const amount = ofxNumber(balance, 'BALAMT')
    if (amount === null) return
    const date = ofxMoment(balance, 'DTASOF')?.date ?? null
    collect.balance({ line: balance.line, kind: 'closing', date, currency, amount })
  })
}
