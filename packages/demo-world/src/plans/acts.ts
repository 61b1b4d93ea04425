import { falls, on, type Turn } from '../calendar.ts'
import { decimalText, moneyText, scaled, toMinor } from '../decimals.ts'
import { worldId } from '../identity.ts'
import { findLedger, heldUnits, type Ledger, type LedgerWriter, post } from '../ledger/ledger-writer.ts'
import { spendable, transferMoney } from '../ledger/money.ts'
import { trade, unitsText } from '../ledger/trades.ts'
import type { AccountPlan, SingleAct } from './plan.ts'

/** Carries out one-off decisions that fall into the turn. */
export function performActs(writer: LedgerWriter, ledger: Ledger, plan: AccountPlan, turn: Turn): void {
  for (const act of plan.acts ?? []) if (falls(turn, on(act.date))) perform(writer, ledger, act)
}

function perform(writer: LedgerWriter, ledger: Ledger, act: SingleAct): void {
  switch (act.act) {
    case 'buy':
    case 'sell':
    case 'short': {
      const fact = writer.market.fact(act.instrument)
      const units = Math.round(act.quantity * 10 ** fact.quantityDecimals)
      const held = heldUnits(ledger, act.instrument)
      if (act.act === 'buy') trade(writer, ledger, { instrument: act.instrument, units })
      else if (act.act === 'sell')
        trade(writer, ledger, { instrument: act.instrument, units: -Math.min(units, held) })
      else trade(writer, ledger, { instrument: act.instrument, units: -units, note: 'Short sale' })
      break
    }
    case 'cover': {
      const short = -heldUnits(ledger, act.instrument)
      trade(writer, ledger, {
        instrument: act.instrument,
        units: Math.round(short * act.share),
        note: 'Cover',
      })
      break
    }
    case 'move':
      moveHolding(writer, ledger, findLedger(writer, act.to), act.instrument)
      break
    case 'moveMoney': {
      const amount = toMinor(act.currency, act.amount)
      if (amount <= spendable(ledger, act.currency))
        transferMoney(writer, ledger, findLedger(writer, act.to), act.currency, amount)
      break
    }
    case 'inherit':
      inherit(writer, ledger, act)
      break
  }
}

/** All of a holding goes to another account: two transactions that share a link and state no value. */
function moveHolding(writer: LedgerWriter, from: Ledger, to: Ledger, instrument: string): void {
  const fact = writer.market.fact(instrument)
  const units = heldUnits(from, instrument)
  if (units <= 0) return
  const link = worldId('link', 'move', from.fact.key, to.fact.key, instrument, writer.day)
  const common = { instrument, currency: fact.currency, link } as const
  post(
    writer,
    from,
    { ...common, type: 'transfer_out', quantity: unitsText(fact, -units) },
    { units: -units },
  )
  post(writer, to, { ...common, type: 'transfer_in', quantity: unitsText(fact, units) }, { units })
}

function inherit(writer: LedgerWriter, ledger: Ledger, act: SingleAct & { act: 'inherit' }): void {
  const fact = writer.market.fact(act.instrument)
  const quantity = act.lots.reduce((sum, lot) => sum + lot.quantity, 0)
  const units = quantity * 10 ** fact.quantityDecimals
  const price = writer.market.close(fact.key, writer.day)
  post(
    writer,
    ledger,
    {
      type: 'transfer_in',
      instrument: fact.key,
      currency: fact.currency,
      quantity: unitsText(fact, units),
      price: decimalText(scaled(price, fact.priceDecimals)),
      amount: moneyText(fact.currency, toMinor(fact.currency, quantity * price)),
      lots: act.lots.map(lot => ({
        date: lot.date,
        quantity: String(lot.quantity),
        cost: moneyText(fact.currency, toMinor(fact.currency, lot.cost)),
      })),
      note: 'Delivery from an estate',
    },
    { units },
  )
}
