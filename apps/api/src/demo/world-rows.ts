import type { World } from '@plumbline/demo-world'
import { worldId } from '@plumbline/demo-world'
import { toIsoDate } from '@plumbline/engine'

/** Ids of the demo world are derived from names, so that every start refers to the same rows. */
export const ids = {
  family: (key: string) => worldId('family', key),
  user: (username: string) => worldId('user', username),
  account: (key: string) => worldId('account', key),
  instrument: (key: string) => worldId('instrument', key),
  integration: (key: string) => worldId('integration', key),
  report: (user: string, name: string) => worldId('report', user, name),
  task: (user: string, name: string) => worldId('task', user, name),
  ticker: (user: string, instrument: string) => worldId('ticker', user, instrument),
}

export type Row = Readonly<Record<string, unknown>>

/** When families, users and accounts were created: before the first transaction. */
const createdAt = '2017-01-02T08:00:00Z'

export function familyRows(world: World): Row[] {
  return world.families.map(family => ({
    id: ids.family(family.key),
    name: family.name,
    base_currency: family.baseCurrency,
    two_factor_required: family.twoFactorRequired,
    is_demo: true,
    created_at: createdAt,
  }))
}

/** The password hashes of the users, and whether they are marked as demo users. */
export interface PeopleOptions {
  readonly hashes: { readonly demo: string; readonly nobody: string }
  readonly areDemo: boolean
}

export function userRows(world: World, { hashes, areDemo }: PeopleOptions): Row[] {
  return world.people.map(person => ({
    id: ids.user(person.username),
    username: person.username,
    email: person.email,
    name: person.name,
    role: person.role,
    family_id: person.family === null ? null : ids.family(person.family),
    password_hash: person.password === 'pending' ? null : hashes[person.password],
    sees_all_accounts: person.sees === null,
    is_demo: areDemo,
    created_at: createdAt,
  }))
}

export function accessRows(world: World): Row[] {
  return world.people.flatMap(person =>
    person.looksAfter.map(family => ({ user_id: ids.user(person.username), family_id: ids.family(family) })),
  )
}

/** Staff start with the first family selected. */
export function staffSettingsRows(world: World): Row[] {
  const [family] = world.families
  return world.people
    .filter(person => person.family === null && family !== undefined)
    .map(({ username }) => ({
      user_id: ids.user(username),
      chosen: { family: ids.family(family?.key ?? '') },
    }))
}

export function grantRows(world: World): Row[] {
  return world.people.flatMap(person =>
    (person.sees ?? []).map(account => ({
      user_id: ids.user(person.username),
      account_id: ids.account(account),
    })),
  )
}

export function custodianRows(world: World): Row[] {
  return world.custodians.map(({ id, name, country }) => ({ id, name, country }))
}

export function accountRows(world: World): Row[] {
  return world.accounts.map(account => ({
    id: ids.account(account.key),
    family_id: ids.family(account.family),
    custodian_id: account.custodian,
    name: account.name,
    number: account.number,
    base_currency: account.base,
    lot_method: account.lotMethod,
    cash: account.cash,
    allows_short: account.allowsShort,
    created_at: createdAt,
  }))
}

export function instrumentRow(fact: World['instruments'][number]): Row {
  return {
    id: ids.instrument(fact.key),
    family_id: fact.family === null ? null : ids.family(fact.family),
    name: fact.name,
    long_name: fact.longName,
    symbol: fact.symbol,
    isin: fact.isin,
    exchange: fact.exchange,
    instrument_type: fact.type,
    currency: fact.currency,
    country: fact.country,
    sector: fact.sector,
    contract_size: fact.contractSize,
    contract_expiration: fact.expiration === null ? null : toIsoDate(fact.expiration),
    price_kind: fact.priceKind,
    underlying_id: fact.underlying === null ? null : ids.instrument(fact.underlying),
    terms: fact.terms,
    is_watchable: fact.isWatchable,
    created_at: `${toIsoDate(fact.listed)}T06:00:00Z`,
  }
}

export function splitRow(split: World['splits'][number]): Row {
  return {
    instrument_id: ids.instrument(split.instrument),
    ex_date: split.date,
    numerator: split.numerator,
    denominator: split.denominator,
  }
}

export function transactionRow(transaction: World['transactions'][number]): Row {
  const date = toIsoDate(transaction.day)
  return {
    family_id: ids.family(transaction.family),
    id: transaction.id,
    root_id: transaction.id,
    account_id: ids.account(transaction.account),
    transaction_type: transaction.type,
    date,
    sequence: transaction.sequence,
    settle_date: transaction.settleDay === null ? null : toIsoDate(transaction.settleDay),
    ex_date: transaction.exDay === null ? null : toIsoDate(transaction.exDay),
    instrument_id: transaction.instrument === null ? null : ids.instrument(transaction.instrument),
    quantity: transaction.quantity,
    price: transaction.price,
    amount: transaction.amount,
    currency: transaction.currency,
    net: transaction.net,
    rate: transaction.rate,
    fees: transaction.fees,
    taxes: transaction.taxes,
    accrued: transaction.accrued,
    counter_currency: transaction.counterCurrency,
    counter_amount: transaction.counterAmount,
    link: transaction.link,
    lots: transaction.lots,
    numerator: transaction.numerator,
    denominator: transaction.denominator,
    note: transaction.note,
    source: transaction.source,
    source_key: transaction.sourceKey,
    created_at: `${date}T22:30:00Z`,
  }
}

export function eventRow(event: World['events'][number], currency: string): Row {
  return {
    id: worldId('event', event.instrument, event.type, event.day),
    instrument_id: ids.instrument(event.instrument),
    event_type: event.type,
    date: toIsoDate(event.day),
    amount: event.amount,
    currency,
    is_estimated: event.isEstimated,
    details: event.details,
  }
}

export function integrationRows(world: World): Row[] {
  const families = new Map(world.accounts.map(({ key, family }) => [key, family]))
  return world.integrations.map(({ key, account, name, kind, configuration }) => ({
    id: ids.integration(key),
    family_id: account === null ? null : ids.family(families.get(account) ?? ''),
    account_id: account === null ? null : ids.account(account),
    name,
    kind,
    configuration,
    created_at: createdAt,
  }))
}

export function runRow(run: World['runs'][number]): Row {
  return {
    id: worldId('run', run.integration, run.startedAt),
    integration_id: ids.integration(run.integration),
    status: run.status,
    started_at: run.startedAt,
    ended_at: run.endedAt,
    data_date: run.dataDay === null ? null : toIsoDate(run.dataDay),
    rows_read: run.rowsRead,
    details: run.trouble === null ? {} : { trouble: run.trouble },
  }
}
