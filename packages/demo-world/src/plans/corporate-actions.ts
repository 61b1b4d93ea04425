import { falls, on, type Turn } from '../calendar.ts'
import { decimalText, minorOf, moneyText, scaled } from '../decimals.ts'
import { book, type Desk, type Ledger } from '../desk/desk.ts'
import { unitsText } from '../desk/trades.ts'
import { idOf } from '../identity.ts'
import type { InstrumentFact } from '../instruments/instrument.ts'
import { sharesPerChild } from '../market/paths.ts'

/** Quaywater leaves Ironquay: one share of it for three. */
const spinOff = { day: on('2021-09-20'), parent: 'IRNQ', child: 'QUAY' }
/** Limmatquai takes over Zunfthaus: one share of it for twenty-five. */
const merger = { day: on('2023-06-12'), from: 'ZUNF', into: 'LIMQ', ratio: 25 }

/** What companies do to their shares, before anyone trades on the day. */
export function applyCorporateActions(desk: Desk, turn: Turn): void {
  for (const fact of desk.market.instruments)
    for (const split of fact.splits) if (falls(turn, on(split.date))) applySplit(desk, fact, split)
  if (falls(turn, spinOff.day)) for (const ledger of desk.ledgers.values()) applySpinOff(desk, ledger)
  if (falls(turn, merger.day)) for (const ledger of desk.ledgers.values()) applyMerger(desk, ledger)
}

function applySplit(desk: Desk, fact: InstrumentFact, split: InstrumentFact['splits'][number]): void {
  for (const ledger of desk.ledgers.values()) {
    const units = ledger.held.get(fact.key)?.units ?? 0
    if (units === 0) continue
    const added = (units * split.numerator) / split.denominator - units
    book(
      desk,
      ledger,
      {
        type: 'split',
        instrument: fact.key,
        currency: fact.currency,
        quantity: unitsText(fact, added),
        numerator: String(split.numerator),
        denominator: String(split.denominator),
      },
      { units: added },
    )
  }
}

/** Two bookings that share a link: the parent stays as it is, the child arrives. Holdings are whole threes. */
function applySpinOff(desk: Desk, ledger: Ledger): void {
  const { market, day } = desk
  const [parent, child] = [market.fact(spinOff.parent), market.fact(spinOff.child)]
  const held = ledger.held.get(parent.key)?.units ?? 0
  if (held <= 0) return
  const link = idOf('link', 'spin-off', ledger.fact.key, day)
  const units = Math.floor(held / sharesPerChild)
  const common = { type: 'spin_off', currency: child.currency, link } as const
  const ratio = { numerator: '1', denominator: String(sharesPerChild) }
  book(desk, ledger, { ...common, ...ratio, instrument: parent.key, quantity: '0' }, {})
  const price = market.close(child.key, day)
  book(
    desk,
    ledger,
    {
      ...common,
      ...ratio,
      instrument: child.key,
      quantity: unitsText(child, units),
      price: decimalText(scaled(price, child.priceDecimals)),
      amount: moneyText(child.currency, minorOf(child.currency, units * price)),
    },
    { units },
  )
}

/** Two bookings that share a link: the old shares leave, the new ones arrive. Holdings are whole twenty-fives. */
function applyMerger(desk: Desk, ledger: Ledger): void {
  const [from, into] = [desk.market.fact(merger.from), desk.market.fact(merger.into)]
  const held = ledger.held.get(from.key)?.units ?? 0
  if (held <= 0) return
  const units = held / merger.ratio
  const common = {
    type: 'merger',
    currency: into.currency,
    link: idOf('link', 'merger', ledger.fact.key, desk.day),
    numerator: '1',
    denominator: String(merger.ratio),
  } as const
  book(desk, ledger, { ...common, instrument: from.key, quantity: unitsText(from, -held) }, { units: -held })
  book(desk, ledger, { ...common, instrument: into.key, quantity: unitsText(into, units) }, { units })
}
