import type { LotMethod } from '@plumbline/contract'

/** A custodian and its fee schedule. */
export interface CustodianFact {
  readonly id: string
  readonly name: string
  readonly country: string
  /** On a trade: basis points of its value, and at least so much of the settlement currency. */
  readonly tradeBps: number
  readonly tradeMinimum: number
  /** Custody fee per year. */
  readonly custodyBps: number
  /** Between its rate and the market's when it changes money. */
  readonly fxBps: number
  /** Swiss securities dealers take the transfer stamp tax. */
  readonly takesStampTax: boolean
}

export const custodians: readonly CustodianFact[] = [
  {
    id: 'rochette',
    name: 'Banque Rochette',
    country: 'CH',
    tradeBps: 45,
    tradeMinimum: 80,
    custodyBps: 22,
    fxBps: 35,
    takesStampTax: true,
  },
  {
    id: 'falkenau',
    name: 'Privatbank Falkenau',
    country: 'CH',
    tradeBps: 55,
    tradeMinimum: 95,
    custodyBps: 58,
    fxBps: 45,
    takesStampTax: true,
  },
  {
    id: 'kestrel',
    name: 'Kestrel Brokerage',
    country: 'US',
    tradeBps: 1.2,
    tradeMinimum: 1,
    custodyBps: 0,
    fxBps: 2,
    takesStampTax: false,
  },
  {
    id: 'nordhavn',
    name: 'Nordhavn Bank',
    country: 'DK',
    tradeBps: 10,
    tradeMinimum: 8,
    custodyBps: 12,
    fxBps: 20,
    takesStampTax: false,
  },
  {
    id: 'calder-finch',
    name: 'Calder & Finch Trust',
    country: 'US',
    tradeBps: 6,
    tradeMinimum: 12,
    custodyBps: 30,
    fxBps: 25,
    takesStampTax: false,
  },
  {
    id: 'granit',
    name: 'Granit Vault',
    country: 'CH',
    tradeBps: 80,
    tradeMinimum: 5,
    custodyBps: 50,
    fxBps: 40,
    takesStampTax: false,
  },
  {
    id: 'tannwald',
    name: 'Bankhaus Tannwald',
    country: 'DE',
    tradeBps: 25,
    tradeMinimum: 12.5,
    custodyBps: 18,
    fxBps: 40,
    takesStampTax: false,
  },
]

export interface AccountFact {
  readonly key: string
  readonly family: string
  /** `manual` is maintained by users. */
  readonly custodian: string
  readonly name: string
  readonly number: string | null
  readonly base: string
  readonly cash: 'tracked' | 'none'
  readonly lotMethod: LotMethod
  readonly allowsShort: boolean
  /** How far its cash may fall below zero, in its base currency. */
  readonly margin: number
  /** Whether every trade is settled in the base currency, or each in the currency of its instrument. */
  readonly settles: 'base' | 'own'
}

const usual = {
  number: null,
  cash: 'tracked',
  lotMethod: 'fifo',
  allowsShort: false,
  margin: 0,
  settles: 'own',
} as const

export const accounts: readonly AccountFact[] = [
  {
    ...usual,
    key: 'rochette',
    family: 'aebi-laurent',
    custodian: 'rochette',
    name: 'Private 4417',
    number: '4417.210.04',
    base: 'CHF',
  },
  {
    ...usual,
    key: 'falkenau',
    family: 'aebi-laurent',
    custodian: 'falkenau',
    name: 'Family 0082',
    number: '0082-775',
    base: 'CHF',
    settles: 'base',
  },
  {
    ...usual,
    key: 'kestrel',
    family: 'aebi-laurent',
    custodian: 'kestrel',
    name: 'U4821193',
    number: 'U4821193',
    base: 'USD',
    allowsShort: true,
    margin: 400_000,
  },
  {
    ...usual,
    key: 'nordhavn',
    family: 'aebi-laurent',
    custodian: 'nordhavn',
    name: 'Trading 55120',
    number: '55120',
    base: 'EUR',
  },
  {
    ...usual,
    key: 'calder',
    family: 'aebi-laurent',
    custodian: 'calder-finch',
    name: 'Trust 8840',
    number: '8840-0017',
    base: 'USD',
  },
  {
    ...usual,
    key: 'granit',
    family: 'aebi-laurent',
    custodian: 'granit',
    name: 'Vault 19',
    number: '19',
    base: 'CHF',
    settles: 'base',
  },
  {
    ...usual,
    key: 'property',
    family: 'aebi-laurent',
    custodian: 'manual',
    name: 'Property and art',
    base: 'CHF',
  },
  {
    ...usual,
    key: 'private',
    family: 'aebi-laurent',
    custodian: 'manual',
    name: 'Private markets',
    base: 'EUR',
  },
  {
    ...usual,
    key: 'tannwald',
    family: 'moreau-brandt',
    custodian: 'tannwald',
    name: 'Depot 30977',
    number: '30977',
    base: 'EUR',
    lotMethod: 'average',
    settles: 'base',
  },
  {
    ...usual,
    key: 'brandt',
    family: 'moreau-brandt',
    custodian: 'nordhavn',
    name: 'Depot 20981',
    number: '20981',
    base: 'EUR',
  },
  {
    ...usual,
    key: 'maison',
    family: 'moreau-brandt',
    custodian: 'manual',
    name: 'Maison',
    base: 'EUR',
    cash: 'none',
  },
  {
    ...usual,
    key: 'hargrove',
    family: 'hargrove-tan',
    custodian: 'calder-finch',
    name: 'Trust 2207',
    number: '2207-0003',
    base: 'USD',
  },
  {
    ...usual,
    key: 'tan',
    family: 'hargrove-tan',
    custodian: 'kestrel',
    name: 'U9013350',
    number: 'U9013350',
    base: 'USD',
    lotMethod: 'hifo',
  },
  {
    ...usual,
    key: 'london',
    family: 'hargrove-tan',
    custodian: 'nordhavn',
    name: 'London 7743',
    number: '7743',
    base: 'GBP',
  },
  {
    ...usual,
    key: 'keepsakes',
    family: 'hargrove-tan',
    custodian: 'manual',
    name: 'House, boat and ventures',
    base: 'USD',
  },
]
