import {
  absolute,
  add,
  type Exact,
  exact,
  INTEREST_TYPES,
  signum,
  subtract,
  toNumber,
} from '@plumbline/engine'
import { sql } from 'kysely'
import { reviseTransaction } from '../../../ledger/ledger.store.ts'
import type { Database, Scoped } from '../../../platform/db/database.ts'
import { type CashInstrument, cashMoves } from '../cash-effect.ts'
import type { StatementFacts } from '../drafts/draft-facts.ts'
import type { StoredHint } from '../drafts/stored-draft.ts'
import { statementFacts } from '../statement-facts.store.ts'
import { type CashMatch, matchCash, type StatedCash, type StatedTrade, withCash } from './match-cash.ts'

/** Identifiers by which a cash row may name a security. A German ISIN contains the WKN. */
export function listSecurities(hint: StoredHint | null | undefined): string[] {
  const isins = hint?.isin ? [`isin:${hint.isin}`] : []
  const numbers = (hint?.identifiers ?? []).map(({ kind, value }) => `${kind}:${value}`)
  return withGermanNumbers([...isins, ...numbers])
}

function withGermanNumbers(names: readonly string[]): string[] {
  const derived = names.flatMap(name => {
    const number = /^isin:DE000([A-Z0-9]{6})\d$/.exec(name)?.[1]
    return number === undefined ? [] : [`wkn:${number}`]
  })
  return [...new Set([...names, ...derived])]
}

export interface PostedTrade extends StatedTrade {
  revision: number
  facts: StatementFacts
}

interface TradeRow extends CashInstrument {
  id: string
  revision: number
  account_id: string
  facts: StatementFacts
  isin: string | null
  identifiers: string[]
}

/** A trade as it is matched with cash, of its facts. */
export function describeTrade(
  facts: StatementFacts,
  instrument: CashInstrument,
): Pick<StatedTrade, 'date' | 'settleDate' | 'currency' | 'amount' | 'isOfBond'> {
  const [move] = cashMoves(facts, instrument)
  return {
    date: facts.date ?? '',
    settleDate: facts.settle_date ?? null,
    currency: move?.currency ?? facts.currency ?? '',
    // A price below 0 turns the direction of the cash around.
    amount: facts.price?.startsWith('-') ? null : (move?.amount ?? null),
    isOfBond: INTEREST_TYPES.has(instrument.instrument_type ?? '') && facts.accrued === undefined,
  }
}

/** The posted trades of some accounts around the days of cash rows. */
export async function readTradesNear(
  tx: Scoped,
  familyId: string,
  cashRows: readonly StatedCash[],
): Promise<PostedTrade[]> {
  const days = cashRows.map(({ date }) => date).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const accounts = [...new Set(cashRows.map(({ place }) => place))]
  const { rows } = await sql<TradeRow>`
    select t.root_id as id, t.revision, t.account_id::text as account_id, ${statementFacts('t')} as facts, n.isin,
      n.instrument_type, n.contract_size::text as contract_size, n.currency,
      array(select d.kind || ':' || d.value from instrument_identifier d where d.instrument_id = n.id) as identifiers
    from transaction t
    left join instrument_redirect m on m.merged_id = t.instrument_id
    join instrument n on n.id = coalesce(m.kept_id, t.instrument_id)
    where t.family_id = ${familyId} and t.account_id = any(${accounts}::uuid[]) and t.superseded_by is null
      and t.status <> 'void' and t.transaction_type = 'trade'
      and t.date between ${first}::date - 31 and ${last}::date + 31
    order by t.date, t.created_at, t.root_id`.execute(tx)
  return rows.map(row => ({
    id: row.id,
    revision: row.revision,
    facts: row.facts,
    place: row.account_id,
    securities: withGermanNumbers([...(row.isin === null ? [] : [`isin:${row.isin}`]), ...row.identifiers]),
    ...describeTrade(row.facts, row),
  }))
}

/** A kept row of cash, and the trade that it was matched with. A trade that a user voided is none. */
export interface KeptCash extends StatedCash {
  rootId: string | null
}

interface KeptRow {
  id: string
  account_id: string
  date: string
  settle_date: string | null
  currency: string
  amount: string
  securities: string[]
  root_id: string | null
}

/** The cash of trades that imports of some accounts stated. */
export async function readKeptCash(
  tx: Scoped,
  familyId: string,
  accounts: readonly string[],
): Promise<KeptCash[]> {
  const { rows } = await sql<KeptRow>`
    select c.source_key as id, c.account_id::text as account_id, c.date::text as date,
      c.settle_date::text as settle_date, c.currency, trim_scale(c.amount)::text as amount, c.securities, t.root_id
    from trade_cash c
    left join transaction t on t.family_id = ${familyId} and t.root_id = c.root_id and t.superseded_by is null
      and t.status <> 'void'
    where c.family_id = ${familyId} and c.account_id = any(${[...accounts]}::uuid[])
    order by c.account_id, c.date, c.source_key`.execute(tx)
  return rows.map(row => ({
    id: row.id,
    place: row.account_id,
    date: row.date,
    settleDate: row.settle_date,
    currency: row.currency,
    amount: row.amount,
    securities: row.securities,
    rootId: row.root_id,
  }))
}

/** Cash and trades that are not matched with each other yet. */
export function listUnmatched(kept: readonly KeptCash[], trades: readonly PostedTrade[]) {
  const matched = new Set(kept.flatMap(({ rootId }) => rootId ?? []))
  return {
    cash: kept.filter(({ rootId }) => rootId === null),
    trades: trades.filter(({ id }) => !matched.has(id)),
  }
}

interface Applying {
  importId: string
  familyId: string
  userId: string | null
}

/**
 * Keeps the cash rows of an import that is being applied, and adds the costs that cash rows of its accounts include to
 * their trades, whichever of the two was imported first. Returns how many trades were corrected.
 */
export async function settleTradeCash(tx: Scoped, applying: Applying): Promise<number> {
  const { importId, familyId, userId } = applying
  await keepCash(tx, importId, familyId)
  const files = await sql<{ account_id: string }>`
    select distinct account_id from import_file
    where family_id = ${familyId} and import_id = ${importId} and account_id is not null`.execute(tx)
  const kept = await readKeptCash(
    tx,
    familyId,
    files.rows.map(row => row.account_id),
  )
  const waiting = kept.filter(({ rootId }) => rootId === null)
  if (waiting.length === 0) return 0
  const unmatched = listUnmatched(kept, await readTradesNear(tx, familyId, waiting))
  const matches = matchCash(unmatched.cash, unmatched.trades).filter(({ verdict }) => verdict !== 'differs')
  for (const match of matches) await settle(tx, familyId, userId, match)
  return matches.filter(({ verdict }) => verdict === 'costs').length
}

async function settle(
  tx: Scoped,
  familyId: string,
  userId: string | null,
  match: CashMatch<KeptCash, PostedTrade>,
): Promise<void> {
  const { cash, trade, verdict } = match
  if (verdict === 'costs') {
    const { fees, net } = withCash(trade.facts, match)
    await reviseTransaction(tx, familyId, trade.id, trade.revision, {
      facts: { ...(fees !== undefined && { fees }), net: net ?? null },
      status: 'booked',
      createdBy: userId,
      reason: 'Costs stated by the cash account.',
    })
  }
  await sql`
    update trade_cash set root_id = ${trade.id}, revision_before = ${verdict === 'costs' ? trade.revision : null}
    where family_id = ${familyId} and account_id = ${cash.place} and source_key = ${cash.id}`.execute(tx)
}

/** Rows that a user left out are not kept. */
async function keepCash(tx: Scoped, importId: string, familyId: string): Promise<void> {
  const rows = await readCashRows(tx, importId, familyId)
  const kept = rows.filter(row => row.account_id !== null)
  if (kept.length === 0) return
  const stated = kept.map(row => ({
    account_id: row.account_id,
    source_key: row.key,
    date: row.draft.date,
    settle_date: row.draft.settleDate ?? null,
    currency: row.draft.currency ?? row.currency,
    amount: row.draft.amount,
    securities: listSecurities(row.draft.instrument).slice(0, 20),
  }))
  await sql`
    insert into trade_cash (family_id, account_id, source_key, import_id, date, settle_date, currency, amount, securities)
    select ${familyId}::uuid, account_id, source_key, ${importId}::uuid, date, settle_date, currency, amount, securities
    from jsonb_to_recordset(${JSON.stringify(stated)}::jsonb) as r (account_id uuid, source_key text, date date,
      settle_date date, currency text, amount numeric, securities text[])
    on conflict do nothing`.execute(tx)
}

export interface CashRow {
  file_id: string
  number: number
  key: string
  account_id: string | null
  /** The account, or the new one that the file opens. */
  place: string
  currency: string
  draft: { date: string; amount: string; settleDate?: string; currency?: string; instrument?: StoredHint }
}

/** The cash rows of trades in an import, without those that a user left out or replaced. */
export async function readCashRows(tx: Scoped, importId: string, familyId: string): Promise<CashRow[]> {
  const { rows } = await sql<CashRow>`
    select r.file_id, r.number, r.key, f.account_id::text as account_id,
      coalesce(f.account_id::text, 'new ' || lower(f.new_account ->> 'name'), f.id::text) as place,
      coalesce(a.base_currency, f.new_account ->> 'currency', i.currency) as currency, r.draft
    from import_row r
    join import i on i.id = r.import_id and i.family_id = r.family_id
    join import_file f on f.id = r.file_id and f.family_id = r.family_id
    left join account a on a.id = f.account_id and a.family_id = f.family_id
    where r.family_id = ${familyId} and r.import_id = ${importId} and r.kind = 'problem' and not r.is_left_out
      and r.fixed_draft is null and r.trouble ->> 'code' like 'cash_of_trade%'
      and r.draft ? 'date' and r.draft ? 'amount'
    order by f.position, r.number`.execute(tx)
  return rows
}

/**
 * When an import is undone: takes its cash rows back with the costs that they added, and lets cash rows of other imports
 * wait again for the trades that it had posted.
 */
export async function unsettleTradeCash(
  tx: Scoped,
  { importId, familyId, userId }: Applying,
  reason: string,
): Promise<void> {
  const { rows } = await sql<{ root_id: string; revision: number; fees: string; net: string | null }>`
    select b.root_id, b.revision, trim_scale(v.fees)::text as fees, trim_scale(v.net)::text as net
    from trade_cash c
    join transaction b on b.family_id = ${familyId} and b.root_id = c.root_id and b.superseded_by is null
      and b.status <> 'void' and b.revision = c.revision_before + 1
    join transaction v on v.family_id = ${familyId} and v.root_id = c.root_id and v.revision = c.revision_before
    where c.family_id = ${familyId} and c.import_id = ${importId}
    order by b.root_id`.execute(tx)
  for (const { root_id: rootId, revision, fees, net } of rows)
    await reviseTransaction(tx, familyId, rootId, revision, {
      facts: { fees, net },
      status: 'booked',
      createdBy: userId,
      reason,
    })
  await sql`delete from trade_cash where family_id = ${familyId} and import_id = ${importId}`.execute(tx)
  await forgetMatches(
    tx,
    familyId,
    sql`select root_id from transaction where family_id = ${familyId} and import_id = ${importId}`,
  )
}

/** The custodian restated these trades: their cash is compared again. */
export async function forgetMatches(
  tx: Scoped,
  familyId: string,
  roots: ReturnType<typeof sql>,
): Promise<void> {
  await sql`
    update trade_cash set root_id = null, revision_before = null
    where family_id = ${familyId} and root_id in (${roots})`.execute(tx)
}

/** Cash of one account and currency that statements state and the ledger lacks. */
export interface UnmatchedCash {
  accountId: string
  currency: string
  count: number
  /** The sum of the differences, each without its sign. */
  amount: number
  since: string
}

/** The cash of trades that the ledger does not have as their statement states it. */
export function unmatchedCash(database: () => Database) {
  return async (userId: string, families: readonly string[]): Promise<UnmatchedCash[]> => {
    const found = await database().within({ user: userId }, async tx => {
      const open: { cash: KeptCash; amount: Exact }[] = []
      for (const familyId of families) {
        const accounts = await sql<{ account_id: string }>`
          select distinct account_id from trade_cash where family_id = ${familyId}`.execute(tx)
        if (accounts.rows.length > 0)
          open.push(
            ...(await listOpen(
              tx,
              familyId,
              accounts.rows.map(row => row.account_id),
            )),
          )
      }
      return open
    })
    const groups = Map.groupBy(found, ({ cash }) => `${cash.place} ${cash.currency}`)
    return [...groups.values()].flatMap(group => {
      const [first] = group
      if (!first) return []
      return {
        accountId: first.cash.place,
        currency: first.cash.currency,
        count: group.length,
        amount: toNumber(group.reduce((sum, { amount }) => add(sum, amount), exact('0'))),
        since: group.map(({ cash }) => cash.date).sort()[0] ?? '',
      }
    })
  }
}

async function listOpen(
  tx: Scoped,
  familyId: string,
  accounts: readonly string[],
): Promise<{ cash: KeptCash; amount: Exact }[]> {
  const kept = await readKeptCash(tx, familyId, accounts)
  const trades = await readTradesNear(tx, familyId, kept)
  const byRoot = new Map(trades.map(trade => [trade.id, trade]))
  const unmatched = listUnmatched(kept, trades)
  const matches = new Map(matchCash(unmatched.cash, unmatched.trades).map(match => [match.cash, match]))
  return kept.flatMap(cash => {
    // A trade that a user changed is compared as it is.
    const trade = cash.rootId === null ? matches.get(cash)?.trade : byRoot.get(cash.rootId)
    const isComparable = trade?.amount != null && trade.currency === cash.currency
    const known = exact((isComparable ? trade.amount : null) ?? '0')
    const amount = absolute(subtract(exact(cash.amount), known))
    return signum(amount) === 0 ? [] : [{ cash, amount }]
  })
}
