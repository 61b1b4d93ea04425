import type { InstrumentType } from '@plumbline/engine'
import { type Identifier, type InstrumentHint, noInstrument } from '../draft.ts'
import { RowProblem } from '../problem.ts'
import { isinOf } from '../text/isin.ts'
import { childOf, descendants, textOf, type XmlElement } from '../xml/tree.ts'
import { ofxMoment, ofxNumber } from './values.ts'

const types: Readonly<Record<string, InstrumentType>> = {
  STOCKINFO: 'equity',
  MFINFO: 'fund',
  DEBTINFO: 'bond',
  OPTINFO: 'option',
}

const identifierKinds: Readonly<Record<string, Identifier['kind']>> = {
  CUSIP: 'cusip',
  SEDOL: 'sedol',
  VALOR: 'valor',
  WKN: 'wkn',
}

const keyOf = (secid: XmlElement | null) =>
  `${textOf(secid, 'UNIQUEIDTYPE')?.toUpperCase()} ${textOf(secid, 'UNIQUEID')}`

export type Securities = (row: XmlElement) => InstrumentHint | null

/** Looks securities up in the list at the end of the file; what is not there is known by its number alone. */
export function securitiesOf(top: XmlElement): Securities {
  const known = new Map<string, InstrumentHint>()
  for (const list of descendants(top, 'SECLIST'))
    for (const info of list.children) {
      const secinfo = childOf(info, 'SECINFO')
      const secid = childOf(secinfo, 'SECID')
      if (secid) known.set(keyOf(secid), describe(info, secinfo, secid))
    }
  return row => {
    const secid = childOf(row, 'SECID')
    if (!secid) return null
    return known.get(keyOf(secid)) ?? bare(secid)
  }
}

function bare(secid: XmlElement): InstrumentHint {
  const value = textOf(secid, 'UNIQUEID') ?? ''
  const kind = textOf(secid, 'UNIQUEIDTYPE')?.toUpperCase() ?? ''
  const isin = isinOf(value)
  return {
    ...noInstrument,
    isin,
    identifiers: isin !== null || value === '' ? [] : [{ kind: identifierKinds[kind] ?? 'other', value }],
  }
}

function describe(info: XmlElement, secinfo: XmlElement | null, secid: XmlElement): InstrumentHint {
  const type = types[info.name] ?? null
  const attempt = <T>(read: () => T | null) => {
    try {
      return read()
    } catch (error) {
      if (error instanceof RowProblem) return null
      throw error
    }
  }
  const right = textOf(info, 'OPTTYPE')?.toUpperCase()
  return {
    ...bare(secid),
    symbol: textOf(secinfo, 'TICKER'),
    name: textOf(secinfo, 'SECNAME'),
    currency: textOf(childOf(secinfo, 'CURRENCY'), 'CURSYM'),
    type,
    contractSize:
      type === 'bond'
        ? '0.01'
        : type === 'option'
          ? (attempt(() => ofxNumber(info, 'SHPERCTRCT')) ?? '100')
          : null,
    expiry: attempt(() => ofxMoment(info, 'DTEXPIRE')?.date ?? ofxMoment(info, 'DTMAT')?.date ?? null),
    strike: type === 'option' ? attempt(() => ofxNumber(info, 'STRIKEPRICE')) : null,
    right: right === 'PUT' ? 'put' : right === 'CALL' ? 'call' : null,
  }
}
