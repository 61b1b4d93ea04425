import { currencyUnit, type Filter } from '@plumbline/engine'
import type { Portfolio } from '../../queries/query.ts'

const none = 'none'

/**
 * Whether a transaction that no position holds is in a scope: valuations, what was voided or corrected, and what is
 * posted after the last close. It is judged by what it says itself, as its position would be.
 */
export function transactionInScope(
  { snapshot, names: { ledger } }: Portfolio,
  mask: ReadonlySet<string>,
  filter: Filter,
): (place: number) => boolean {
  const accounts = listOf(filter.accounts)
  const custodians = listOf(filter.custodians)
  const types = listOf(filter.instrumentTypes)
  const countries = listOf(filter.countries)
  const sectors = listOf(filter.sectors)
  const currencies = listOf(filter.currencies)
  return place => {
    const account = snapshot.accounts[ledger.account[place] ?? -1]
    const instrument = snapshot.instruments[ledger.instrument[place] ?? -1]
    const settled = ledger.currencies[ledger.currency[place] ?? -1] ?? ''
    return (
      account !== undefined &&
      mask.has(account.id) &&
      accounts(account.id) &&
      custodians(account.custodian) &&
      types(instrument?.type ?? 'cash') &&
      countries(instrument?.country ?? none) &&
      sectors(instrument?.sector ?? none) &&
      currencies(instrument ? currencyUnit(instrument.currency).currency : settled)
    )
  }
}

/** An absent or empty list narrows nothing. */
function listOf(list: readonly string[] | undefined): (value: string) => boolean {
  if (!list || list.length === 0) return () => true
  const wanted = new Set(list)
  return value => wanted.has(value)
}
