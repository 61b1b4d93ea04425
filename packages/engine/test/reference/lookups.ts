import type { Account, Instrument, Transaction } from '../../src/index.ts'
import { ReferenceHoldings } from './holdings.ts'
import { type Num, num, rateOn } from './market.ts'
import type { ReferencePosition } from './position.ts'

/** Finds accounts, instruments, linked transactions, rates and owners. */
export class ReferenceLookups extends ReferenceHoldings {
  protected partner(transaction: Transaction): Transaction | undefined {
    if (transaction.link === undefined) return undefined
    return this.world.ledger.transactions.find(
      other => other.link === transaction.link && other !== transaction,
    )
  }

  protected account(id: string): Account {
    const account = this.world.ledger.accounts.find(entry => entry.id === id)
    if (!account) throw new Error(`no account ${id}`)
    return account
  }

  protected findInstrument(transaction: Transaction): Instrument | null {
    return this.world.ledger.instruments.find(entry => entry.id === transaction.instrument) ?? null
  }

  /** The rate from a transaction's settlement currency into the target, shared by all its legs. */
  protected postingRate(
    settle: string,
    other: string,
    perSettled: Num | null,
    day: number,
    target = this.target,
  ): Num | null {
    if (settle === target) return num(1)
    if (other === target && perSettled) return perSettled
    const rate = rateOn(this.world, settle, target, day)
    if (rate) return rate
    const otherRate = rateOn(this.world, other, target, day)
    return perSettled && otherRate ? perSettled.mul(otherRate) : null
  }

  protected owner(
    account: Account,
    instrument: Instrument,
    exDay: number | undefined,
  ): ReferencePosition | undefined {
    const all = this.positions.filter(
      position => position.account === account && position.instrument === instrument,
    )
    const held =
      exDay === undefined
        ? undefined
        : all.findLast(position => position.openDay < exDay && position.closeDay >= exDay)
    return held ?? this.current.get(`${account.id}/${instrument.id}`) ?? all.at(-1)
  }

  /** The later day of the two transactions of each link. */
  protected arrivalDays(): Map<string, number> {
    const days = new Map<string, number>()
    for (const { link, day } of this.world.ledger.transactions)
      if (link !== undefined) days.set(link, Math.max(days.get(link) ?? day, day))
    return days
  }

  protected held(account: Account, instrument: Instrument): ReferencePosition | undefined {
    return this.current.get(`${account.id}/${instrument.id}`)
  }
}
