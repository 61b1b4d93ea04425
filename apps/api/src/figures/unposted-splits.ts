import type { Flag } from '@plumbline/contract'
import { type Period, type PositionRow, parseDay } from '@plumbline/engine'
import type { Portfolio } from '../queries/query.ts'
import type { UnpostedSplit } from '../snapshots/unposted-splits.ts'

/** Flags a position whose quantity is that before a reported split, while its price is that after it. */
export function splitFlags(
  { metadata }: Portfolio,
  {
    account,
    instrument,
    openDay,
    closeDay,
  }: Pick<PositionRow, 'account' | 'instrument' | 'openDay' | 'closeDay'>,
): Flag[] {
  return metadata.unpostedSplits
    .filter(split => {
      const day = parseDay(split.date)
      const isHeld = openDay < day && (closeDay === null || closeDay >= day)
      return isHeld && split.account === account && split.instrument === instrument
    })
    .map(({ date }) => toFlag(date))
}

/**
 * The unposted splits of the positions in scope, up to the end of a period. Figures that contain one are doubtful: a
 * fall of the price is not news before somebody has posted or rejected the split.
 */
export function splitFlagsInScope(portfolio: Portfolio, isIn: Uint8Array, period: Period): Flag[] {
  const dates = unpostedSplitsInScope(portfolio, isIn, period).map(({ date }) => date)
  return [...new Set(dates)].sort().map(toFlag)
}

export function unpostedSplitsInScope(
  { snapshot, metadata }: Portfolio,
  isIn: Uint8Array,
  { to }: Period,
): UnpostedSplit[] {
  if (metadata.unpostedSplits.length === 0) return []
  const { positions, accounts, instruments } = snapshot
  const found = new Set<UnpostedSplit>()
  for (let position = 0; position < positions.count; position += 1) {
    if (isIn[position] !== 1) continue
    const account = accounts[positions.account[position] ?? -1]?.id
    const instrument = instruments[positions.instrument[position] ?? -1]?.id
    for (const split of metadata.unpostedSplits) {
      const day = parseDay(split.date)
      const isHeld = day <= to && (positions.closeDay[position] ?? day) >= day
      if (isHeld && split.account === account && split.instrument === instrument) found.add(split)
    }
  }
  return [...found]
}

function toFlag(date: string): Flag {
  return { code: 'split_not_posted', fields: [], date, amount: null }
}
