import type { FindingKind } from '@plumbline/contract'
import { type TextKey, textsIn } from '@plumbline/contract/texts'
import type { Checked, Finding } from './checked.ts'
import type { Duplicate, Jump, UnpostedSplit } from './health.store.ts'
import { weights } from './weights.ts'

/** What the tables tell that snapshots do not: duplicates, jumps and splits, as far as they concern the scope. */
export function ledgerFindings(checked: Checked, isIn: Uint8Array): Finding[] {
  const { portfolio, facts } = checked
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
    ...facts.duplicates.filter(each => isSeen(each.account_id)).map(each => duplicate(checked, each)),
    ...facts.jumps.filter(each => instruments.has(each.instrument_id)).map(each => jump(checked, each)),
    ...facts.splits
      .filter(each => isSeen(each.account_id) && instruments.has(each.instrument_id))
      .map(each => split(checked, each)),
  ]
}

function plain(checked: Checked, kind: FindingKind, values: Record<string, string>) {
  return {
    kind,
    weight: weights[kind],
    ...checked.words.of(kind, values),
    value: null,
    position_id: null,
    asset_id: null,
    account: null,
    transaction_ids: [],
    decision: null,
  }
}

function nameOf({ portfolio: { snapshot } }: Checked, instrumentId: string | null): string | null {
  return snapshot.instruments.find(({ id }) => id === instrumentId)?.name ?? null
}

function heldIn({ open }: Checked, instrumentId: string, account: string | null) {
  return open.find(row => row.instrument === instrumentId && (account === null || row.account === account))
}

function duplicate(checked: Checked, found: Duplicate): Finding {
  const { words, portfolio } = checked
  const type = textsIn(portfolio.view.language)[`transaction_type_${found.transaction_type}` as TextKey]
  const name = nameOf(checked, found.instrument_id)
  const account = checked.account(found.account_id)
  return {
    ...plain(checked, 'duplicate', { count: String(found.ids.length), date: words.date(found.date) }),
    id: checked.idOf('duplicate', found.account_id, found.ids[0] ?? ''),
    name: [type ?? found.transaction_type, name].filter(Boolean).join(', '),
    place: account.name,
    value: found.amount,
    instrument_id: null,
    account,
    transaction_ids: found.ids,
  }
}

function jump(checked: Checked, found: Jump): Finding {
  const { words } = checked
  const row = heldIn(checked, found.instrument_id, null)
  return {
    ...plain(checked, 'price_jump', {
      change: words.percent(found.close / found.before - 1),
      date: words.date(found.date),
      before: words.number(found.before),
      price: words.number(found.close),
    }),
    id: checked.idOf('price_jump', row?.account ?? null, `${found.instrument_id}.${found.date}`),
    name: nameOf(checked, found.instrument_id) ?? '',
    place: null,
    value: row?.calculated.value ?? null,
    position_id: row?.key ?? null,
    instrument_id: found.instrument_id,
  }
}

function split(checked: Checked, found: UnpostedSplit): Finding {
  const { words } = checked
  const row = heldIn(checked, found.instrument_id, found.account_id)
  const account = checked.account(found.account_id)
  const { ratio } = found
  return {
    ...plain(checked, 'split_not_posted', {
      change: ratio >= 1 ? `${words.number(ratio)}:1` : `1:${words.number(1 / ratio)}`,
      date: words.date(found.date),
    }),
    id: checked.idOf(
      'split_not_posted',
      found.account_id,
      `${found.account_id}.${found.instrument_id}.${found.date}`,
    ),
    name: nameOf(checked, found.instrument_id) ?? '',
    place: account.name,
    value: row?.calculated.value ?? null,
    position_id: row?.key ?? null,
    instrument_id: found.instrument_id,
    account,
  }
}
