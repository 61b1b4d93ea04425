import {
  type DayCount,
  type ManualTypeSlug,
  manualCustodian,
  manualTypeSlugs,
  type Sector,
} from '@plumbline/contract'
import { MINOR_UNITS } from '@plumbline/engine'
import { type RawBuilder, sql } from 'kysely'
import { parseSector } from '../../platform/db/checked-words.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { familyCondition, likePattern, nameWithFamily } from '../../platform/db/listing.ts'
import { readToday } from '../../platform/db/today.ts'
import type { PostedFacts } from './asset-facts.ts'
import { readAssetTransactions } from './restate-assets.store.ts'

export type ManualAssetsStore = ReturnType<typeof manualAssetsStore>

/** Terms that only some types have, stored with the instrument. */
export interface AssetTerms {
  location?: string | null
  author?: string | null
  year?: number | null
  maturity?: string | null
  interest_rate?: number | null
  side?: 'lent' | 'borrowed' | null
  base_currency?: string | null
  quote_currency?: string | null
  payments_per_year?: number | null
  day_count?: DayCount | null
  repayment?: 'at_maturity' | 'linear' | 'annuity' | null
  notes?: string | null
  /** For funds whose commitment is known without a transaction. */
  commitment?: number | null
}

export interface AssetRow {
  id: string
  family_id: string
  family_name: string
  account_id: string
  account_name: string
  /** Whether payments move the account's cash. */
  tracks_cash: boolean
  instrument_type: ManualTypeSlug
  name: string
  currency: string
  country: string | null
  sector: Sector | null
  isin: string | null
  contract_size: string
  terms: AssetTerms
  /** Increases with every change of the asset or of one of its transactions. */
  revision: number
  transactions: PostedFacts[]
}

export interface AssetsQuery {
  type?: ManualTypeSlug | undefined
  account?: string | undefined
  q?: string | undefined
}

/** A manual account that an asset can be kept in. */
export interface AccountChoice {
  id: string
  name: string
  currency: string
  cash: 'tracked' | 'none'
}

/** Manual assets: instruments of a family in manual accounts, with their transactions. */
export function manualAssetsStore(database: () => Database) {
  return {
    list(userId: string, familyIds: readonly string[], query: AssetsQuery): Promise<AssetRow[]> {
      return database().within({ user: userId }, async tx => {
        const conditions = [sql`i.family_id = any(${familyIds}::uuid[])`]
        if (query.type) conditions.push(sql`i.instrument_type = ${query.type}`)
        if (query.q) conditions.push(sql`i.name ilike ${likePattern(query.q)}`)
        const isThere = query.account ? sql`a.id = ${query.account}` : sql`true`
        return readAssets(tx, sql.join(conditions, sql` and `), isThere)
      })
    },

    find(userId: string, id: string): Promise<AssetRow | null> {
      return database().within({ user: userId }, tx => readAsset(tx, id))
    },

    /** An account the user may see. */
    account(
      userId: string,
      id: string,
    ): Promise<{ id: string; family_id: string; is_manual: boolean; tracks_cash: boolean } | null> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<{
          id: string
          family_id: string
          is_manual: boolean
          tracks_cash: boolean
        }>`
          select id, family_id, custodian_id = ${manualCustodian} as is_manual, cash = 'tracked' as tracks_cash
          from account where id = ${id}`.execute(tx)
        return rows[0] ?? null
      })
    },

    /** The accounts a form offers, and the user's today. */
    choices(userId: string, familyId?: string): Promise<{ accounts: AccountChoice[]; today: string }> {
      return database().within({ user: userId }, async tx => {
        const accounts = await sql<AccountChoice>`
          select a.id, ${nameWithFamily('a', familyId)} as name, a.base_currency as currency, a.cash from account a join family f on f.id = a.family_id
          where a.custodian_id = ${manualCustodian} and ${familyCondition('a', familyId)}
          order by lower(a.name), a.id`.execute(tx)
        return { accounts: accounts.rows, today: await readToday(tx, userId) }
      })
    },
  }
}

export async function readAsset(tx: Scoped, id: string): Promise<AssetRow | null> {
  return (await readAssets(tx, sql`i.id = ${id}`))[0] ?? null
}

type StoredAsset = Omit<AssetRow, 'transactions' | 'sector'> & { sector: string | null }

/** Securities in pence and the like are imported ones: the form of an asset states prices in currencies. */
const isInCurrency = sql`i.currency <> all(${Object.keys(MINOR_UNITS)}::text[])`

/** An asset without an account belongs to the account of its first transaction. */
async function readAssets(
  tx: Scoped,
  among: RawBuilder<unknown>,
  where: RawBuilder<unknown> = sql`true`,
): Promise<AssetRow[]> {
  const { rows } = await sql<StoredAsset>`
    with wanted as materialized (
      select i.id, i.family_id from instrument i
      where i.family_id is not null and i.deleted_at is null and i.instrument_type = any(${manualTypeSlugs}::text[])
        and ${isInCurrency} and ${among}
    ), posted as materialized (
      select b.family_id, b.instrument_id, sum(b.revision)::int as revision,
        (array_agg(b.account_id order by b.date, b.id))[1] as first_account_id
      from transaction b
      where b.family_id in (select family_id from wanted) and b.instrument_id in (select id from wanted)
        and b.superseded_by is null
      group by b.family_id, b.instrument_id
    ), place as materialized (
      select a.id, a.name, a.cash from account a
      where a.family_id in (select family_id from wanted) and a.custodian_id = ${manualCustodian}
    )
    select i.id, i.family_id, f.name as family_name, a.id as account_id, a.name as account_name,
      a.cash = 'tracked' as tracks_cash, i.instrument_type, i.name, i.currency,
      i.country, i.sector, i.isin, i.contract_size, i.terms,
      i.revision + coalesce(posted.revision, 0) as revision
    from wanted join instrument i on i.id = wanted.id
    left join posted on posted.family_id = i.family_id and posted.instrument_id = i.id
    join place a on a.id = coalesce(i.account_id, posted.first_account_id)
    join family f on f.id = i.family_id
    where ${where}
    order by lower(i.name), i.id`.execute(tx)
  const transactions = await readAssetTransactions(
    tx,
    [...new Set(rows.map(row => row.family_id))],
    rows.map(row => row.id),
  )
  const byAsset = Map.groupBy(
    transactions,
    ({ instrument_id, account_id }) => `${instrument_id} ${account_id}`,
  )
  return rows.map(row => ({
    ...row,
    sector: row.sector === null ? null : parseSector(row.sector),
    transactions: byAsset.get(`${row.id} ${row.account_id}`) ?? [],
  }))
}
