import type { InstrumentType } from '@plumbline/engine'
import { type Identifier, type InstrumentHint, noInstrument } from '../draft.ts'
import { RowProblem } from '../problem.ts'
import { parseIsin } from '../text/isin.ts'
import { descendants, findChild, readText, type XmlElement } from '../xml/tree.ts'
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

const securityKey = (secid: XmlElement | null) =>
  `${readText(secid, 'UNIQUEIDTYPE')?.toUpperCase()} ${readText(secid, 'UNIQUEID')}`

export type Securities = (row: XmlElement) => InstrumentHint | null

/** Indexes the security list at the end of the file. A security that is not listed has its identifier only. */
export function indexSecurities(top: XmlElement): Securities {
  const known = new Map<string, InstrumentHint>()
  for (const list of descendants(top, 'SECLIST'))
    for (const info of list.children) {
      const secinfo = findChild(info, 'SECINFO')
      const secid = findChild(secinfo, 'SECID')
      if (secid) known.set(securityKey(secid), describe(info, secinfo, secid))
    }
  return row => {
    const secid = findChild(row, 'SECID')
    if (!secid) return null
    return known.get(securityKey(secid)) ?? bare(secid)
  }
}

function bare(secid: XmlElement): InstrumentHint {
  const value = readText(secid, 'UNIQUEID') ?? ''
  const kind = readText(secid, 'UNIQUEIDTYPE')?.toUpperCase() ?? ''
  const isin = parseIsin(value)
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
  const right = readText(info, 'OPTTYPE')?.toUpperCase()
  return {
    ...bare(secid),
    symbol: readText(secinfo, 'TICKER'),
    name: readText(secinfo, 'SECNAME'),
    currency: readText(findChild(secinfo, 'CURRENCY'), 'CURSYM'),
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
