import type { TargetDirection } from '@plumbline/contract'
import {
  type DatedClose,
  type Day,
  isSplitOpen,
  looksLikeSplit,
  mergeSplits,
  SAME_SPLIT_DAYS,
  SPLIT_SHOWS_WITHIN_DAYS,
  type Split,
  splitRatio,
} from '@plumbline/engine'

/** What is known of an instrument, for one user. */
export interface TargetMarket {
  type: string
  /** By day, in the main currency. */
  closes: readonly DatedClose[]
  /** The day in whose units adjusted closes are; null for closes as traded. */
  adjustedTo: Day | null
  listed: readonly Split[]
  posted: readonly Split[]
  /** Splits that a provider reported and the user has not rejected, up to today. */
  reported: readonly Split[]
  today: Day
  /** Whether the user has answered that the change of a day is no split. */
  isAnswered(day: Day): boolean
}

/** The splits that targets and closes are compared by, and the days from which prices are doubtful. */
interface KnownSplits {
  listed: Split[]
  unlisted: Split[]
  doubts: Day[]
}

export interface JudgedTarget {
  direction: TargetDirection
  /** In the main currency and the units of `pricedOn`. */
  price: number
  pricedOn: Day
  /** The last close that was known when the target was set. */
  baselineOn: Day | null
  setOn: Day
  /** The close that reached it before. */
  crossedOn: Day | null
}

export interface TargetVerdict {
  /** The first close that crossed the target since it was set, and the target in the units of that close. */
  crossing: { day: Day; price: number } | null
  /** The close that would have crossed it, had it not come after a change that may be a split. */
  doubtfulOn: Day | null
}

/**
 * Judges a target by all closes since it was set: the close before lies on the other side. A target stays reached by the
 * close that reached it, unless that close was corrected.
 */
export function judgeTarget(target: JudgedTarget, market: TargetMarket): TargetVerdict {
  const { closes, adjustedTo } = market
  const { pricedOn, baselineOn, crossedOn } = target
  const { listed, unlisted, doubts } = findKnownSplits(market)
  // Lists show prices after listed splits, so that the user chose the target in the units of the other ones before.
  const priceOn = (day: Day) =>
    target.price /
    splitRatio(listed, pricedOn, adjustedTo ?? day) /
    splitRatio(unlisted, baselineOn ?? pricedOn, adjustedTo ?? day)
  const isBeyond = (close: number, day: Day) =>
    target.direction === 'above' ? close >= priceOn(day) : close <= priceOn(day)
  const reached = crossedOn === null ? undefined : closes.find(({ day }) => day === crossedOn)
  if (reached && isBeyond(reached.close, reached.day))
    return { crossing: { day: reached.day, price: priceOn(reached.day) }, doubtfulOn: null }
  const known = baselineOn ?? -Infinity
  const doubtfulFrom = Math.min(...doubts.filter(day => day > known))
  for (const [place, { day, close }] of closes.entries()) {
    const before = closes[place - 1]
    if (!before || day <= known || day < target.setOn) continue
    // The close before in the units of this one.
    const unitsRatio = adjustedTo === null ? splitRatio([...listed, ...unlisted], before.day, day) : 1
    const isFrom = before.close / unitsRatio
    if (isBeyond(isFrom, day) || !isBeyond(close, day)) continue
    return day >= doubtfulFrom
      ? { crossing: null, doubtfulOn: day }
      : { crossing: { day, price: priceOn(day) }, doubtfulOn: null }
  }
  return { crossing: null, doubtfulOn: null }
}

/**
 * Listed, posted and reported splits apply from the first close that shows them. A reported one that nobody has posted or
 * rejected is doubtful at first; custodians post within ten days, and after that it counts as reported.
 */
function findKnownSplits(market: TargetMarket): KnownSplits {
  const { type, closes, reported, today, isAnswered } = market
  const isNear = (day: Day, days: number) => (split: Split) => Math.abs(split.day - day) <= days
  const listed = market.listed.map(split => showSplit(split, closes))
  const posted = mergeSplits([], market.posted)
    .map(split => showSplit(split, closes))
    .filter(({ day }) => !listed.some(isNear(day, SAME_SPLIT_DAYS)))
  const others = reported.filter(({ day }) => ![...listed, ...posted].some(isNear(day, SAME_SPLIT_DAYS)))
  const pending = others.filter(({ day }) => today - day < SAME_SPLIT_DAYS)
  const old = others.filter(({ day }) => today - day >= SAME_SPLIT_DAYS)
  const unlisted = [...posted, ...old.map(split => showSplit(split, closes))]
  const splits = [...listed, ...unlisted]
  const doubts = pending.map(({ day }) => day)
  for (const [place, { day, close }] of closes.entries()) {
    const before = closes[place - 1]
    if (!before || !looksLikeSplit(type, close / before.close)) continue
    if (splits.some(isNear(day, SPLIT_SHOWS_WITHIN_DAYS)) || isAnswered(day)) continue
    if (pending.some(isNear(day, SPLIT_SHOWS_WITHIN_DAYS)) || isSplitOpen(closes, place, today))
      doubts.push(day)
  }
  return { listed, unlisted, doubts }
}

/** The split on the day of the close that shows it: custodians post it some days before or after. */
function showSplit(split: Split, closes: readonly DatedClose[]): Split {
  const ratio = Number(split.numerator) / Number(split.denominator)
  const shown = closes.find(({ day, close }, place) => {
    const before = closes[place - 1]
    if (!before || Math.abs(day - split.day) > SAME_SPLIT_DAYS) return false
    return Math.abs((close / before.close) * ratio - 1) <= shownTolerance
  })
  return { ...split, day: shown?.day ?? split.day }
}

/** The market moves on the day of a split as well. */
const shownTolerance = 0.15
