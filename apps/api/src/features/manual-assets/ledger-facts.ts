import type { TransactionFacts } from '../../ledger/ledger.store.ts'
import type { AssetFacts } from './asset-facts.ts'

/** Where the transactions of an asset are posted. */
export interface AssetPlace {
  id: string
  family_id: string
  account_id: string
  currency: string
}

/** The facts of an asset's transaction as the ledger stores them. */
export function ledgerFacts(asset: AssetPlace, facts: AssetFacts): TransactionFacts {
  return {
    ...facts,
    account_id: asset.account_id,
    instrument_id: asset.id,
    currency: asset.currency,
    time_of_day: null,
    sequence: 0,
    settle_date: null,
    ex_date: null,
    net: null,
    rate: null,
    counter_currency: null,
    counter_amount: null,
    link: null,
    basis_share: null,
  }
}
