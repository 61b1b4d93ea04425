import { sql } from 'kysely'
import type { Scoped } from '../../../platform/db/database.ts'
import type { CashInstrument } from '../cash-effect.ts'
import type { StatementFacts } from '../drafts/draft-facts.ts'
import type { StoredHint } from '../drafts/stored-draft.ts'
import type { ImportProblem } from '../files/import-problem.ts'
import { type CashMatch, matchCash, type StatedCash, type StatedTrade, withCash } from './match-cash.ts'
import {
  type CashRow,
  describeTrade,
  type KeptCash,
  listSecurities,
  listUnmatched,
  readCashRows,
  readKeptCash,
  readTradesNear,
} from './trade-cash.store.ts'

/** What a row of the import becomes because of the cash of a trade. */
interface Marked {
  file_id: string
  number: number
  state: 'changed' | 'duplicate' | 'problem' | null
  trouble: ImportProblem | null
  settled_facts: StatementFacts | null
  transaction_root: string | null
}

interface RowPlace {
  file_id: string
  number: number
}

type Cash = StatedCash & { row: RowPlace | null }
type Trade = StatedTrade & { row: RowPlace | null; facts: StatementFacts }

/** Called before rows are compared with the ledger again. */
export async function resetTradeCash(tx: Scoped, importId: string): Promise<void> {
  await sql`
    update import_row set settled_facts = null,
      trouble = case when trouble ->> 'code' like 'cash_of_trade%'
        then '{"code": "cash_of_trade"}'::jsonb else trouble end
    where import_id = ${importId}
      and (settled_facts is not null or trouble ->> 'code' like 'cash_of_trade%')`.execute(tx)
}

/**
 * Matches the cash of trades, of this import and of earlier ones, with trades of the import and of the ledger. A cash row
 * corrects a posted trade; a trade of the import gets its costs; what does not agree is a problem with both amounts.
 */
export async function markTradeCash(tx: Scoped, importId: string, familyId: string): Promise<void> {
  const rows = await readCashRows(tx, importId, familyId)
  const accounts = await sql<{ account_id: string }>`
    select distinct account_id from import_file
    where family_id = ${familyId} and import_id = ${importId} and account_id is not null`.execute(tx)
  const kept = await readKeptCash(
    tx,
    familyId,
    accounts.rows.map(row => row.account_id),
  )
  if (rows.length === 0 && kept.every(({ rootId }) => rootId !== null)) return
  const known = new Map(kept.map(cash => [`${cash.place} ${cash.id}`, cash]))
  const isKnown = (row: CashRow) => known.get(`${row.place} ${row.key}`)
  const settled = rows.filter(row => (isKnown(row)?.rootId ?? null) !== null)
  const own: Cash[] = rows.filter(row => !settled.includes(row)).map(cashOfRow)
  const waiting = kept.filter(each => each.rootId === null && !rows.some(row => isKnown(row) === each))
  const cash: Cash[] = [...own, ...waiting.map(each => ({ ...each, row: null }))]
  const imported = await readImportedTrades(tx, importId, familyId)
  const trades: Trade[] = [...imported, ...(await readLedgerTrades(tx, importId, familyId, kept, cash))]
  const matches = matchCash(cash, trades)
  await write(tx, familyId, [...settled.map(markSettled), ...matches.flatMap(markMatch)])
}

const cashOfRow = (row: CashRow): Cash => ({
  id: row.key,
  place: row.place,
  date: row.draft.date,
  settleDate: row.draft.settleDate ?? null,
  currency: row.draft.currency ?? row.currency,
  amount: row.draft.amount,
  securities: listSecurities(row.draft.instrument),
  row: { file_id: row.file_id, number: row.number },
})

interface ImportedTrade extends CashInstrument, RowPlace {
  place: string
  facts: StatementFacts
  hint: StoredHint | null
  isin: string | null
}

/** Trades that the import would post. */
async function readImportedTrades(tx: Scoped, importId: string, familyId: string): Promise<Trade[]> {
  const { rows } = await sql<ImportedTrade>`
    select r.file_id, r.number, r.facts, coalesce(r.fixed_draft, r.draft) -> 'instrument' as hint, n.isin,
      coalesce(f.account_id::text, 'new ' || lower(f.new_account ->> 'name'), f.id::text) as place,
      coalesce(n.instrument_type, coalesce(r.fixed_draft, r.draft) -> 'instrument' ->> 'type', 'equity') as instrument_type,
      coalesce(n.contract_size::text, coalesce(r.fixed_draft, r.draft) -> 'instrument' ->> 'contractSize') as contract_size,
      coalesce(n.currency, coalesce(r.fixed_draft, r.draft) -> 'instrument' ->> 'currency') as currency
    from import_row r
    join import_file f on f.id = r.file_id and f.family_id = r.family_id
    left join instrument n on n.id = (r.facts ->> 'instrument_id')::uuid
    where r.family_id = ${familyId} and r.import_id = ${importId} and r.state in ('new', 'changed')
      and r.facts ->> 'transaction_type' = 'trade'
    order by f.position, r.number`.execute(tx)
  return rows.map(({ file_id, number, place, facts, hint, isin, ...instrument }) => ({
    id: `${file_id} ${number}`,
    row: { file_id, number },
    place,
    facts,
    securities: listSecurities({ ...hint, isin: hint?.isin ?? isin }),
    ...describeTrade(facts, instrument),
  }))
}

/** Posted trades that no cash row is matched with, without those that the import restates. */
async function readLedgerTrades(
  tx: Scoped,
  importId: string,
  familyId: string,
  kept: readonly KeptCash[],
  cash: readonly Cash[],
): Promise<Trade[]> {
  const inLedger = cash.filter(({ place }) => !place.startsWith('new '))
  const restated = await sql<{ root: string }>`
    select transaction_root as root from import_row
    where family_id = ${familyId} and import_id = ${importId} and state = 'changed'
      and transaction_root is not null`.execute(tx)
  const roots = new Set(restated.rows.map(({ root }) => root))
  const { trades } = listUnmatched(kept, await readTradesNear(tx, familyId, inLedger))
  return trades.filter(({ id }) => !roots.has(id)).map(trade => ({ ...trade, row: null }))
}

const markSettled = ({ file_id, number }: CashRow): Marked => ({
  file_id,
  number,
  state: 'duplicate',
  trouble: { code: 'cash_of_trade_stated' },
  settled_facts: null,
  transaction_root: null,
})

function markMatch(match: CashMatch<Cash, Trade>): Marked[] {
  const { cash, trade, verdict, costs } = match
  if (verdict === 'differs') return cash.row === null ? [] : [{ ...cash.row, ...differing(match) }]
  const isCorrected = verdict === 'costs'
  const settled = isCorrected ? withCash(trade.facts, match) : null
  const ofTrade: Marked[] =
    trade.row === null || settled === null
      ? []
      : [{ ...trade.row, state: null, trouble: null, settled_facts: settled, transaction_root: null }]
  if (cash.row === null) return ofTrade
  const isPosted = trade.row === null
  return [
    ...ofTrade,
    {
      ...cash.row,
      state: isPosted && isCorrected ? 'changed' : 'duplicate',
      trouble: isCorrected
        ? { code: 'cash_of_trade_costs', value: `${costs ?? ''} ${cash.currency}` }
        : { code: 'cash_of_trade_stated' },
      settled_facts: isPosted ? settled : null,
      transaction_root: isPosted ? trade.id : null,
    },
  ]
}

function differing({ cash, trade }: CashMatch<Cash, Trade>): Omit<Marked, keyof RowPlace> {
  const isSameCurrency = cash.currency === trade.currency
  const value = isSameCurrency
    ? `${trade.amount} ≠ ${cash.amount}`
    : `${trade.amount} ${trade.currency} ≠ ${cash.amount} ${cash.currency}`
  return {
    state: 'problem',
    trouble: { code: 'cash_of_trade_differs', field: cash.currency, value },
    settled_facts: null,
    transaction_root: null,
  }
}

async function write(tx: Scoped, familyId: string, marked: readonly Marked[]): Promise<void> {
  if (marked.length === 0) return
  await sql`
    update import_row r set state = coalesce(n.state, r.state), trouble = coalesce(n.trouble, r.trouble),
      settled_facts = n.settled_facts, transaction_root = coalesce(n.transaction_root, r.transaction_root)
    from jsonb_to_recordset(${JSON.stringify(marked)}::jsonb)
      as n (file_id uuid, number int, state text, trouble jsonb, settled_facts jsonb, transaction_root uuid)
    where r.family_id = ${familyId} and r.file_id = n.file_id and r.number = n.number`.execute(tx)
}
