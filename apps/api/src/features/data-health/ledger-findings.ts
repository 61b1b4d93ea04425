import type { FindingKind } from '@plumbline/contract'
import { type TextKey, textsIn } from '@plumbline/contract/texts'
import type { Issue } from '@plumbline/engine'
import type { CheckContext, Finding } from './check-context.ts'
import { findingWeights } from './finding-weights.ts'
import type { Duplicate, Jump, UnpostedSplit } from './health.store.ts'

/** Findings from the database that snapshots cannot show: duplicates, price jumps and unposted splits of the scope. */
export function ledgerFindings(context: CheckContext, isIn: Uint8Array): Finding[] {
  const { portfolio, facts } = context
  const { snapshot, view } = portfolio
  const accounts = new Set<string>()
  const instruments = new Set<string>()
  for (let position = 0; position < isIn.length; position += 1) {
    if (isIn[position] !== 1) continue
    const account = snapshot.accounts[snapshot.positions.account[position] ?? -1]
    const instrument = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]
    if (account) accounts.add(account.id)
    if (instrument) instruments.add(instrument.id)
  }
  const isSeen = (account: string) => view.accounts.includes(account) && accounts.has(account)
  return [
    ...facts.duplicates.filter(each => isSeen(each.account_id)).map(each => duplicateFinding(context, each)),
    ...facts.jumps
      .filter(each => instruments.has(each.instrument_id))
      .map(each => jumpFinding(context, each)),
    ...facts.splits
      .filter(each => isSeen(each.account_id) && instruments.has(each.instrument_id))
      .map(each => splitFinding(context, each)),
    ...snapshot.issues.filter(each => isSeen(each.account)).flatMap(each => issueFinding(context, each)),
  ]
}

function baseFinding(context: CheckContext, kind: FindingKind, values: Record<string, string>) {
  return {
    kind,
    weight: findingWeights[kind],
    ...context.texts.describe(kind, values),
    value: null,
    position_id: null,
    asset_id: null,
    account: null,
    transaction_ids: [],
    missing: null,
    closing: null,
    decision: null,
  }
}

function instrumentName(
  { portfolio: { snapshot } }: CheckContext,
  instrumentId: string | null,
): string | null {
  return snapshot.instruments.find(({ id }) => id === instrumentId)?.name ?? null
}

function findHolding({ open }: CheckContext, instrumentId: string, account: string | null) {
  return open.find(row => row.instrument === instrumentId && (account === null || row.account === account))
}

function duplicateFinding(context: CheckContext, found: Duplicate): Finding {
  const { texts, portfolio } = context
  const type = textsIn(portfolio.view.language)[`transaction_type_${found.transaction_type}` as TextKey]
  const name = instrumentName(context, found.instrument_id)
  const account = context.account(found.account_id)
  return {
    ...baseFinding(context, 'duplicate', { count: String(found.ids.length), date: texts.date(found.date) }),
    id: context.findingId('duplicate', found.account_id, found.ids[0] ?? ''),
    name: [type ?? found.transaction_type, name].filter(Boolean).join(', '),
    place: account.name,
    value: found.amount,
    instrument_id: null,
    account,
    transaction_ids: found.ids,
  }
}

/** A transaction that was posted in doubt. One that cannot be posted is flagged in the list of transactions. */
function issueFinding(context: CheckContext, issue: Issue): Finding[] {
  const { flag, quantity, transaction, instrument } = issue
  if (flag === 'not_supported') return []
  const { texts } = context
  const row = instrument === null ? undefined : findHolding(context, instrument, issue.account)
  const account = context.account(issue.account)
  return [
    {
      ...baseFinding(context, flag, { date: texts.day(issue.day), quantity: texts.number(quantity ?? 0) }),
      id: context.findingId(flag, issue.account, transaction),
      name: instrumentName(context, instrument) ?? '',
      place: account.name,
      value: row?.calculated.value ?? null,
      position_id: row?.key ?? null,
      instrument_id: instrument,
      account,
      transaction_ids: [transaction],
    },
  ]
}

function jumpFinding(context: CheckContext, found: Jump): Finding {
  const { texts } = context
  const row = findHolding(context, found.instrument_id, null)
  return {
    ...baseFinding(context, 'price_jump', {
      change: texts.percent(found.close / found.before - 1),
      date: texts.date(found.date),
      before: texts.number(found.before),
      price: texts.number(found.close),
    }),
    id: context.findingId('price_jump', row?.account ?? null, `${found.instrument_id}.${found.date}`),
    name: instrumentName(context, found.instrument_id) ?? '',
    place: null,
    value: row?.calculated.value ?? null,
    position_id: row?.key ?? null,
    instrument_id: found.instrument_id,
  }
}

function splitFinding(context: CheckContext, found: UnpostedSplit): Finding {
  const { texts } = context
  const row = findHolding(context, found.instrument_id, found.account_id)
  const account = context.account(found.account_id)
  const { ratio } = found
  return {
    ...baseFinding(context, 'split_not_posted', {
      change: ratio >= 1 ? `${texts.number(ratio)}:1` : `1:${texts.number(1 / ratio)}`,
      date: texts.date(found.date),
    }),
    id: context.findingId(
      'split_not_posted',
      found.account_id,
      `${found.account_id}.${found.instrument_id}.${found.date}`,
    ),
    name: instrumentName(context, found.instrument_id) ?? '',
    place: account.name,
    value: row?.calculated.value ?? null,
    position_id: row?.key ?? null,
    instrument_id: found.instrument_id,
    account,
  }
}
