import { falls, on, type Turn } from '../calendar.ts'
import { decimalText, moneyText, scaled, toMinor } from '../decimals.ts'
import { worldId } from '../identity.ts'
import type { InstrumentFact } from '../instruments/instrument.ts'
import { type Ledger, type LedgerWriter, post } from '../ledger/ledger-writer.ts'
import { unitsText } from '../ledger/trades.ts'
import { sharesPerChild } from '../market/paths.ts'

/** Quaywater leaves Ironquay: one share of it for three. */
const spinOff = { day: on('2021-09-20'), parent: 'IRNQ', child: 'QUAY' }
/** Limmatquai takes over Zunfthaus: one share of it for twenty-five. */
const merger = { day: on('2023-06-12'), from: 'ZUNF', into: 'LIMQ', ratio: 25 }

/** What companies do to their shares, before anyone trades on the day. */
export function applyCorporateActions(writer: LedgerWriter, turn: Turn): void {
  for (const fact of writer.market.instruments)
    for (const split of fact.splits) if (falls(turn, on(split.date))) applySplit(writer, fact, split)
  if (falls(turn, spinOff.day)) for (const ledger of writer.ledgers.values()) applySpinOff(writer, ledger)
  if (falls(turn, merger.day)) for (const ledger of writer.ledgers.values()) applyMerger(writer, ledger)
}

function applySplit(
  writer: LedgerWriter,
  fact: InstrumentFact,
  split: InstrumentFact['splits'][number],
): void {
  for (const ledger of writer.ledgers.values()) {
    const units = ledger.held.get(fact.key)?.units ?? 0
    if (units === 0) continue
    const added = (units * split.numerator) / split.denominator - units
    post(
      writer,
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

/** Two transactions that share a link: the parent stays as it is, the child arrives. Holdings are whole threes. */
function applySpinOff(writer: LedgerWriter, ledger: Ledger): void {
  const { market, day } = writer
  const [parent, child] = [market.fact(spinOff.parent), market.fact(spinOff.child)]
  const held = ledger.held.get(parent.key)?.units ?? 0
  if (held <= 0) return
  const link = worldId('link', 'spin-off', ledger.fact.key, day)
  const units = Math.floor(held / sharesPerChild)
  const common = { type: 'spin_off', currency: child.currency, link } as const
  const ratio = { numerator: '1', denominator: String(sharesPerChild) }
  post(writer, ledger, { ...common, ...ratio, instrument: parent.key, quantity: '0' }, {})
  const price = market.close(child.key, day)
  post(
    writer,
    ledger,
    {
      ...common,
      ...ratio,
      instrument: child.key,
      quantity: unitsText(child, units),
      price: decimalText(scaled(price, child.priceDecimals)),
      amount: moneyText(child.currency, toMinor(child.currency, units * price)),
    },
    { units },
  )
}

/** Two transactions that share a link: the old shares leave, the new ones arrive. Holdings are whole twenty-fives. */
function applyMerger(writer: LedgerWriter, ledger: Ledger): void {
  const [from, into] = [writer.market.fact(merger.from), writer.market.fact(merger.into)]
  const held = ledger.held.get(from.key)?.units ?? 0
  if (held <= 0) return
  const units = held / merger.ratio
  const common = {
    type: 'merger',
    currency: into.currency,
    link: worldId('link', 'merger', ledger.fact.key, writer.day),
    numerator: '1',
    denominator: String(merger.ratio),
  } as const
  post(
    writer,
    ledger,
    { ...common, instrument: from.key, quantity: unitsText(from, -held) },
    { units: -held },
  )
  post(writer, ledger, { ...common, instrument: into.key, quantity: unitsText(into, units) }, { units })
}
