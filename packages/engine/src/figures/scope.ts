import type { GroupKey } from '../ledger/vocabulary.ts'
import { currencyUnit } from '../money/currency.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { forwardBaseCurrency } from './exposure.ts'

/**
 * Narrows the scope of a query within the accounts the caller may see. Absent and empty lists match everything. Filters
 * by type, country or sector exclude cash unless they name it: money that crosses the border of the scope is then its
 * flow.
 */
export interface Filter {
  readonly accounts?: readonly string[] | undefined
  readonly custodians?: readonly string[] | undefined
  readonly instrumentTypes?: readonly string[] | undefined
  readonly countries?: readonly string[] | undefined
  readonly sectors?: readonly string[] | undefined
  readonly currencies?: readonly string[] | undefined
  readonly sides?: readonly string[] | undefined
  /** Position keys, for strategies and for a single position. */
  readonly positions?: readonly string[] | undefined
}

/** The group of positions without a value for the key: cash has no sector. */
export const NO_GROUP = 'none'

/** A scope partitioned into groups. */
export interface Partition {
  /** Index of each position's group; -1 is out of scope. */
  readonly groupIndex: Int32Array
  readonly groups: readonly string[]
}

function passes(list: ReadonlySet<string> | null, value: string): boolean {
  return list === null || list.has(value)
}

function toSet(list: readonly string[] | undefined): ReadonlySet<string> | null {
  return list === undefined || list.length === 0 ? null : new Set(list)
}

/** The value of a grouping key for a position. Strategies are not a property of a position and have their own rows. */
export function groupValue(
  snapshot: PortfolioSnapshot,
  position: number,
  key: Exclude<GroupKey, 'strategy'>,
): string {
  const instrument = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]
  const account = snapshot.accounts[snapshot.positions.account[position] ?? -1]
  switch (key) {
    case 'instrument_type':
      return instrument?.type ?? 'cash'
    case 'sector':
      return instrument?.sector ?? NO_GROUP
    case 'country':
      return instrument?.country ?? NO_GROUP
    case 'currency':
      return snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? NO_GROUP
    case 'account':
      return account?.id ?? NO_GROUP
    case 'custodian':
      return account?.custodian ?? NO_GROUP
    case 'side':
      return (snapshot.positions.side[position] ?? 1) < 0 ? 'short' : 'long'
  }
}

/**
 * The positions in scope: those of accounts in the mask (null is every account) that match every list of the filter. An
 * empty mask matches nothing, an empty list everything, except an empty list of positions, which matches nothing.
 *
 * @returns 1 for each position in scope, else 0.
 */
export function positionsInScope(
  snapshot: PortfolioSnapshot,
  mask: ReadonlySet<string> | null,
  filter: Filter,
): Uint8Array {
  const accounts = toSet(filter.accounts)
  const custodians = toSet(filter.custodians)
  const types = toSet(filter.instrumentTypes)
  const countries = toSet(filter.countries)
  const sectors = toSet(filter.sectors)
  const currencies = toSet(filter.currencies?.map(code => currencyUnit(code).currency))
  const sides = toSet(filter.sides)
  const keys = filter.positions === undefined ? null : new Set(filter.positions)
  const isOpenAccount = snapshot.accounts.map(
    account =>
      (mask === null || mask.has(account.id)) &&
      passes(accounts, account.id) &&
      passes(custodians, account.custodian),
  )
  const isIn = new Uint8Array(snapshot.positions.count)
  for (let position = 0; position < isIn.length; position += 1) {
    const instrument = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]
    const isMatch =
      isOpenAccount[snapshot.positions.account[position] ?? -1] === true &&
      passes(types, instrument?.type ?? 'cash') &&
      passes(countries, instrument?.country ?? NO_GROUP) &&
      passes(sectors, instrument?.sector ?? NO_GROUP) &&
      (currencies === null ||
        currencies.has(snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? '')) &&
      (sides === null || sides.has((snapshot.positions.side[position] ?? 1) < 0 ? 'short' : 'long')) &&
      (keys === null || keys.has(snapshot.positions.keys[position] ?? ''))
    isIn[position] = isMatch ? 1 : 0
  }
  return isIn
}

/**
 * Partitions the scope by a key; without one, everything is in the single group 'all'. Groups are in alphabetical order.
 * By currency, the base currencies of forwards are groups too, even without a position in them.
 */
export function partition(
  snapshot: PortfolioSnapshot,
  isIn: Uint8Array,
  key: Exclude<GroupKey, 'strategy'> | null,
): Partition {
  const groupIndex = new Int32Array(isIn.length).fill(-1)
  if (key === null) {
    for (let position = 0; position < isIn.length; position += 1)
      groupIndex[position] = (isIn[position] ?? 0) - 1
    return { groupIndex, groups: ['all'] }
  }
  const values = new Map<string, number[]>()
  for (let position = 0; position < isIn.length; position += 1) {
    if (isIn[position] !== 1) continue
    const value = groupValue(snapshot, position, key)
    const members = values.get(value)
    if (members) members.push(position)
    else values.set(value, [position])
  }
  // A forward is exposed to two currencies, so its base currency is a group too.
  if (key === 'currency')
    for (let position = 0; position < isIn.length; position += 1) {
      const base = isIn[position] === 1 ? forwardBaseCurrency(snapshot, position) : null
      if (base !== null && !values.has(base)) values.set(base, [])
    }
  const groups = [...values.keys()].sort()
  groups.forEach((group, index) => {
    for (const position of values.get(group) ?? []) groupIndex[position] = index
  })
  return { groupIndex, groups }
}

/**
 * Whether a set of positions consists of whole accounts with their cash: all positions of an account or none, and the
 * account's cash is tracked. Only then are external flows the only flows of the scope and the value of the accounts its
 * capital.
 */
export function isWholeAccounts(snapshot: PortfolioSnapshot, isIn: (position: number) => boolean): boolean {
  const all = new Int32Array(snapshot.accounts.length)
  const inside = new Int32Array(snapshot.accounts.length)
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    const account = snapshot.positions.account[position] ?? 0
    all[account] = (all[account] ?? 0) + 1
    if (isIn(position)) inside[account] = (inside[account] ?? 0) + 1
  }
  return snapshot.accounts.every(
    (account, index) => inside[index] === 0 || (inside[index] === all[index] && account.cash !== 'none'),
  )
}
