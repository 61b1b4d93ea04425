import type { LedgerWriter } from '../ledger/ledger-writer.ts'
import { findContracts, findPosition } from './positions.ts'

export interface WorldStrategy {
  readonly user: string
  readonly family: string
  readonly name: string
  readonly description: string
  readonly positions: readonly string[]
}

export interface WorldLink {
  readonly family: string
  readonly position: string
  readonly linked: string
  readonly kind: 'hedge' | 'overwrite' | 'roll' | 'pair' | 'other'
  readonly note: string
  readonly createdBy: string
}

type Members = readonly (readonly [account: string, instrument: string])[]

const ofTheMainFamily: readonly (readonly [name: string, description: string, members: Members])[] = [
  [
    'Compute',
    'Chips, clouds and the calls written on them',
    [
      ['kestrel', 'CRVD'],
      ['nordhavn', 'LITH'],
      ['kestrel', 'JADE'],
      ['calder', 'CMLT'],
    ],
  ],
  [
    'Inflation shelter',
    'Gold, property, coins',
    [
      ['rochette', 'XAUKG'],
      ['property', 'LINDENHOF'],
      ['granit', 'BTC'],
      ['granit', 'XAUOZ'],
    ],
  ],
  [
    'Dividend core',
    'Swiss payers, held for income',
    [
      ['rochette', 'GLAC'],
      ['rochette', 'RHTP'],
      ['rochette', 'SALB'],
      ['rochette', 'SEER'],
      ['rochette', 'TSWI'],
    ],
  ],
  [
    'World index',
    'Broad funds, no view',
    [
      ['nordhavn', 'TWLD'],
      ['kestrel', 'TALL'],
      ['falkenau', 'TUSL'],
      ['calder', 'TUSL'],
    ],
  ],
  [
    'Bond ladder',
    'Maturities one after the other',
    [
      ['rochette', 'LIMQ27'],
      ['calder', 'US27'],
      ['rochette', 'AARW28'],
      ['nordhavn', 'DE29'],
      ['falkenau', 'GLAC30'],
      ['nordhavn', 'TIDS31'],
      ['rochette', 'CH32'],
      ['calder', 'US34'],
    ],
  ],
  ['Hedges', 'What pays when the rest does not', [['kestrel', 'VOLT']]],
]

function present(writer: LedgerWriter, members: Members): string[] {
  return members.flatMap(([account, instrument]) => findPosition(writer, account, instrument) ?? [])
}

/** The strategies of the family's own users and of their adviser. */
export function buildStrategies(writer: LedgerWriter): WorldStrategy[] {
  const extra: Readonly<Record<string, readonly string[]>> = {
    Compute: findContracts(writer, 'kestrel', 'option', 'CRVD')
      .slice(0, 3)
      .map(({ id }) => id),
    Hedges: [
      ...findContracts(writer, 'kestrel', 'option', 'US500').slice(0, 2),
      ...findContracts(writer, 'falkenau', 'future', 'CH20').slice(0, 2),
      ...findContracts(writer, 'falkenau', 'fx_forward', null).slice(0, 2),
    ].map(({ id }) => id),
  }
  const own = ['investor', 'demo', 'adviser'].flatMap(user =>
    ofTheMainFamily.map(([name, description, members]) => ({
      user,
      family: 'aebi-laurent',
      name,
      description,
      positions: [...present(writer, members), ...(extra[name] ?? [])],
    })),
  )
  const savings = present(writer, [
    ['tannwald', 'TABA'],
    ['tannwald', 'TADI'],
    ['tannwald', 'TWLD'],
    ['brandt', 'TEUR'],
  ])
  return [
    ...own,
    {
      user: 'adviser',
      family: 'moreau-brandt',
      name: 'Savings plans',
      description: 'What is bought every month',
      positions: savings,
    },
  ]
}

/** Hedges and what they hedge, calls and the shares below them, contracts and the ones they replaced. */
export function buildLinks(writer: LedgerWriter): WorldLink[] {
  const [call, formerCall] = findContracts(writer, 'kestrel', 'option', 'CRVD')
  const [put] = findContracts(writer, 'kestrel', 'option', 'US500')
  const [future] = findContracts(writer, 'falkenau', 'future', 'CH20')
  const [forward] = findContracts(writer, 'falkenau', 'fx_forward', null)
  const rows: readonly (readonly [
    string | null | undefined,
    string | null | undefined,
    WorldLink['kind'],
    string,
  ])[] = [
    [findPosition(writer, 'kestrel', 'CRVD'), call?.id, 'overwrite', 'Calls on half of the shares'],
    [formerCall?.id, call?.id, 'roll', 'Rolled into the next quarter'],
    [findPosition(writer, 'kestrel', 'TALL'), put?.id, 'hedge', 'Insurance against a fall of a tenth'],
    [findPosition(writer, 'rochette', 'TSWI'), future?.id, 'hedge', 'Sold against the Swiss shares'],
    [findPosition(writer, 'falkenau', 'TUSL'), forward?.id, 'hedge', 'Dollars sold forward'],
    [
      findPosition(writer, 'kestrel', 'VOLT'),
      findPosition(writer, 'kestrel', 'LARK'),
      'pair',
      'Short against long',
    ],
  ]
  return rows.flatMap(([position, linked, kind, note]) =>
    position && linked
      ? [{ family: 'aebi-laurent', position, linked, kind, note, createdBy: 'investor' }]
      : [],
  )
}
