import { currencyUnit, type Filter } from '@plumbline/engine'
import type { Portfolio } from '../../queries/query.ts'

const none = 'none'

/**
 * Whether a transaction without a position is in a scope: valuations, voided or superseded revisions, and
 * transactions after the last close. The filter applies to its own fields.
 */
export function transactionInScope(
  { snapshot, metadata: { ledger } }: Portfolio,
  mask: ReadonlySet<string>,
  filter: Filter,
): (place: number) => boolean {
  const accounts = matchesAny(filter.accounts)
  const custodians = matchesAny(filter.custodians)
  const types = matchesAny(filter.instrumentTypes)
  const countries = matchesAny(filter.countries)
  const sectors = matchesAny(filter.sectors)
  const currencies = matchesAny(filter.currencies)
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

/** An absent or empty list matches everything. */
function matchesAny(list: readonly string[] | undefined): (value: string) => boolean {
  if (!list || list.length === 0) return () => true
  const wanted = new Set(list)
  return value => wanted.has(value)
}
