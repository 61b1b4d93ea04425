import type { CallReply, contract, Transaction } from '@plumbline/contract'
import { exact, toText } from '@plumbline/engine'
import type { StoredBooking } from './entry.store.ts'
import { enteredIn } from './transaction-correction.ts'

type Version = CallReply<typeof contract.transactions.history>['data'][number]

/** Columns by the field that people know them as. */
const fields: Record<string, (booking: StoredBooking) => string | null> = {
  transaction_type: booking => booking.transaction_type,
  date: booking => booking.date,
  settle_date: booking => booking.settle_date,
  instrument: booking => booking.instrument?.name ?? null,
  quantity: booking => plain(booking.quantity),
  price: booking => plain(booking.price),
  currency: booking => booking.currency,
  amount: booking => textOf(enteredIn(booking).amount),
  accrued: booking => plain(booking.accrued),
  fees: booking => plain(booking.fees),
  taxes: booking => plain(booking.taxes),
  fx_rate: booking => plain(booking.rate),
  ratio: booking => plain(booking.numerator),
  counter_currency: booking => booking.counter_currency,
  counter_amount: booking => plain(booking.counter_amount),
  note: booking => booking.note,
}

const textOf = (value: number | null | undefined) => (value == null ? null : toText(exact(value)))

/** Decimals as people write them: without zeros that say nothing. */
function plain(decimal: string | null): string | null {
  if (decimal === null) return null
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}

/** The versions of a booking, newest first, each with what it changed of the one before. */
export function historyOf(
  versions: readonly StoredBooking[],
  transactions: Readonly<Record<number, Transaction>>,
): Version[] {
  return versions.flatMap((version, index) => {
    const transaction = transactions[version.revision]
    if (!transaction) return []
    const before = versions[index + 1]
    return [
      {
        revision: version.revision,
        status: version.is_in_force ? version.status : ('superseded' as const),
        made_at: version.made_at.toISOString(),
        made_by:
          version.made_by_id === null ? null : { id: version.made_by_id, name: version.made_by_name ?? '' },
        reason: version.reason,
        entered: formOf(version),
        changes: before ? changesBetween(before, version) : firstFields(version),
        transaction,
      },
    ]
  })
}

function formOf(version: StoredBooking): Version['entered'] {
  const entered = enteredIn(version)
  return {
    quantity: entered.quantity ?? null,
    price: entered.price ?? null,
    amount: entered.amount ?? null,
    accrued: entered.accrued ?? null,
    ratio: entered.ratio ?? null,
    counter_currency: entered.counter_currency ?? null,
    counter_amount: entered.counter_amount ?? null,
    fees: entered.fees ?? 0,
    taxes: entered.taxes ?? 0,
  }
}

function changesBetween(before: StoredBooking, after: StoredBooking): Version['changes'] {
  return Object.entries(fields).flatMap(([field, read]) => {
    const [was, is] = [read(before), read(after)]
    return was === is ? [] : [{ field, before: was, after: is }]
  })
}

function firstFields(version: StoredBooking): Version['changes'] {
  return Object.entries(fields).flatMap(([field, read]) => {
    const value = read(version)
    return value === null || value === '0' ? [] : [{ field, before: null, after: value }]
  })
}
