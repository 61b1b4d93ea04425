import { isCurrencyCode } from '@plumbline/contract'
import { add, type Exact, exact, subtract, toNumber } from '@plumbline/engine'
import { sql } from 'kysely'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { type CashInstrument, cashMoves } from './cash-effect.ts'
import type { StatementFacts } from './drafts/draft-facts.ts'
import { type FileRecord, readFiles } from './files/import-files.store.ts'
import { matchRows } from './match-rows.store.ts'
import { statementFacts } from './statement-facts.store.ts'

export type BalancesStore = ReturnType<typeof balancesStore>

export interface ComparedBalance {
  account: string
  currency: string
  /** Null where a market rate would decide the cash of a transaction. */
  draft_balance: number | null
  file_balance: number
  difference: number | null
}

interface StatedBalance {
  place: string
  accountId: string | null
  name: string
  currency: string
  date: string
  amount: string
}

/** The closing balance of each account and currency by its newest statement. */
function statedBalances(files: readonly FileRecord[]): StatedBalance[] {
  const newest = new Map<string, StatedBalance>()
  for (const file of files) {
    const name = file.account_name ?? file.new_account?.name
    if (file.state !== 'ready' || name === undefined) continue
    for (const balance of file.statement.balances ?? []) {
      const date = balance.date ?? file.end_date
      const currency = balance.currency ?? file.account_currency ?? file.new_account?.currency ?? null
      if (balance.kind !== 'closing' || date === null || currency === null || !isCurrencyCode(currency))
        continue
      const place = file.account_id ?? `new ${name.toLowerCase()}`
      const known = newest.get(`${place} ${currency}`)
      if (known && known.date > date) continue
      newest.set(`${place} ${currency}`, {
        place,
        accountId: file.account_id,
        name,
        currency,
        date,
        amount: balance.amount,
      })
    }
  }
  return [...newest.values()]
}

interface CashRow extends CashInstrument {
  place: string
  facts: StatementFacts
}

/** Compares the resulting cash with the balances of the statements. */
export function balancesStore(database: () => Database) {
  return {
    compare(userId: string, importId: string, familyId: string): Promise<ComparedBalance[]> {
      return database().within({ user: userId }, async tx => {
        await matchRows(tx, importId)
        const stated = statedBalances(await readFiles(tx, importId))
        if (stated.length === 0) return []
        const moves = [
          ...(await postedMoves(tx, importId, familyId, stated)),
          ...(await rowMoves(tx, importId)),
        ]
        return stated.map(({ place, name, currency, date, amount }) => {
          const sum = sumCash(
            moves.filter(move => move.place === place && (move.facts.date ?? '') <= date),
            currency,
          )
          return {
            account: name,
            currency,
            draft_balance: sum && toNumber(sum),
            file_balance: Number(amount),
            difference: sum && toNumber(subtract(exact(amount), sum)),
          }
        })
      })
    },

    /** The cash of every account and currency that the rows move, before and after they are posted. */
    effects(userId: string, importId: string, familyId: string): Promise<CashEffect[]> {
      return database().within({ user: userId }, async tx => {
        await matchRows(tx, importId)
        const files = (await readFiles(tx, importId)).filter(file => file.state === 'ready')
        const moves = await rowMoves(tx, importId)
        const names = new Map(
          files.map(file => {
            const name = file.account_name ?? file.new_account?.name ?? ''
            return [
              file.account_id ?? `new ${name.toLowerCase()}`,
              { name, accountId: file.account_id },
            ] as const
          }),
        )
        const posted = await postedMoves(tx, importId, familyId, [...names.values()])
        return [...names].flatMap(([place, { name }]) => {
          const [before, added] = [posted, moves].map(list => list.filter(move => move.place === place))
          const currencies = new Set((added ?? []).flatMap(listCurrencies))
          return [...currencies].sort().map(currency => {
            const [old, more] = [sumCash(before ?? [], currency), sumCash(added ?? [], currency)]
            return {
              account: name,
              currency,
              before: old && toNumber(old),
              after: old && more && toNumber(add(old, more)),
            }
          })
        })
      })
    },
  }
}

const listCurrencies = ({ facts, ...instrument }: CashRow): string[] =>
  cashMoves(facts, instrument.instrument_type === null ? null : instrument).map(({ currency }) => currency)

/** Cash of an account in one currency, before and after an import. */
export interface CashEffect {
  account: string
  currency: string
  before: number | null
  after: number | null
}

/** The cash in one currency, or null where that of a transaction is unknown. */
function sumCash(moves: readonly CashRow[], currency: string): Exact | null {
  let sum = exact(0)
  for (const { facts, ...instrument } of moves)
    for (const cash of cashMoves(facts, instrument.instrument_type === null ? null : instrument)) {
      if (cash.currency !== currency) continue
      if (cash.amount === null) return null
      sum = add(sum, exact(cash.amount))
    }
  return sum
}

/** Posted cash, without transactions that the import would correct. */
async function postedMoves(
  tx: Scoped,
  importId: string,
  familyId: string,
  places: readonly { accountId: string | null }[],
): Promise<CashRow[]> {
  const accounts = places.flatMap(({ accountId }) => accountId ?? [])
  const { rows } = await sql<CashRow>`
    with repeated as materialized (
      select r.transaction_root from import_row r join import i on i.id = r.import_id and i.family_id = r.family_id
      where r.family_id = ${familyId} and r.import_id = ${importId} and r.state = 'changed' and i.status <> 'applied'
        and r.transaction_root is not null
    )
    select b.account_id::text as place, ${statementFacts('b')} as facts, n.instrument_type,
      n.contract_size::text as contract_size, n.currency
    from transaction b left join instrument n on n.id = b.instrument_id
    where b.family_id = ${familyId} and b.account_id = any(${accounts}::uuid[]) and b.superseded_by is null
      and b.status <> 'void' and b.root_id not in (select transaction_root from repeated)
    order by b.date, b.root_id`.execute(tx)
  return rows
}

/** Cash of the rows; of rows with the same key the last one wins. */
async function rowMoves(tx: Scoped, importId: string): Promise<CashRow[]> {
  const { rows } = await sql<CashRow>`
    select distinct on (place, r.key) coalesce(f.account_id::text, 'new ' || lower(f.new_account ->> 'name')) as place,
      -- A new instrument of unknown type is traded for money as shares are.
      coalesce(r.settled_facts, r.facts) as facts, coalesce(n.instrument_type, coalesce(r.fixed_draft, r.draft) -> 'instrument' ->> 'type',
        case when r.new_instrument is not null then 'equity' end) as instrument_type,
      coalesce(n.contract_size::text, coalesce(r.fixed_draft, r.draft) -> 'instrument' ->> 'contractSize') as contract_size,
      coalesce(n.currency, coalesce(r.fixed_draft, r.draft) -> 'instrument' ->> 'currency') as currency
    from import_row r
    join import i on i.id = r.import_id and i.family_id = r.family_id and i.status <> 'applied'
    join import_file f on f.id = r.file_id and f.family_id = r.family_id
    left join instrument n on n.id = (coalesce(r.settled_facts, r.facts) ->> 'instrument_id')::uuid
    where r.import_id = ${importId} and r.state in ('new', 'changed') and coalesce(r.settled_facts, r.facts) is not null
    order by place, r.key, f.position desc, r.number desc`.execute(tx)
  return rows
}
