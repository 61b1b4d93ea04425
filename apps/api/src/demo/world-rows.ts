import type { World } from '@plumbline/demo-world'
import { idOf } from '@plumbline/demo-world'
import { isoOf } from '@plumbline/engine'

/** The ids of the demo world follow from names, so that every start means the same rows. */
export const ids = {
  family: (key: string) => idOf('family', key),
  user: (username: string) => idOf('user', username),
  account: (key: string) => idOf('account', key),
  instrument: (key: string) => idOf('instrument', key),
  integration: (key: string) => idOf('integration', key),
  report: (user: string, name: string) => idOf('report', user, name),
  task: (user: string, name: string) => idOf('task', user, name),
  ticker: (user: string, instrument: string) => idOf('ticker', user, instrument),
}

export type Row = Readonly<Record<string, unknown>>

/** When families, people and accounts were entered: before the first transaction. */
const beginning = '2017-01-02T08:00:00Z'

export function familyRows(world: World): Row[] {
  return world.families.map(family => ({
    id: ids.family(family.key),
    name: family.name,
    base_currency: family.baseCurrency,
    two_factor_required: family.twoFactorRequired,
    is_demo: true,
    created_at: beginning,
  }))
}

/** How the people of the world are written: `hashes` by what the password is, and whether they are demo users. */
export interface WrittenPeople {
  readonly hashes: { readonly demo: string; readonly nobody: string }
  readonly areDemo: boolean
}

export function userRows(world: World, { hashes, areDemo }: WrittenPeople): Row[] {
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
    created_at: beginning,
  }))
}

export function accessRows(world: World): Row[] {
  return world.people.flatMap(person =>
    person.looksAfter.map(family => ({ user_id: ids.user(person.username), family_id: ids.family(family) })),
  )
}

/** Staff have worked with the first family before, and find it again when they sign in. */
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
    created_at: beginning,
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
    contract_expiration: fact.expiration === null ? null : isoOf(fact.expiration),
    price_kind: fact.priceKind,
    underlying_id: fact.underlying === null ? null : ids.instrument(fact.underlying),
    terms: fact.terms,
    is_watchable: fact.isWatchable,
    created_at: `${isoOf(fact.listed)}T06:00:00Z`,
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
  const date = isoOf(transaction.day)
  return {
    family_id: ids.family(transaction.family),
    id: transaction.id,
    root_id: transaction.id,
    account_id: ids.account(transaction.account),
    transaction_type: transaction.type,
    date,
    sequence: transaction.sequence,
    settle_date: transaction.settleDay === null ? null : isoOf(transaction.settleDay),
    ex_date: transaction.exDay === null ? null : isoOf(transaction.exDay),
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
    id: idOf('event', event.instrument, event.type, event.day),
    instrument_id: ids.instrument(event.instrument),
    event_type: event.type,
    date: isoOf(event.day),
    amount: event.amount,
    currency,
    is_estimated: event.isEstimated,
    details: event.details,
  }
}

export function integrationRows(world: World): Row[] {
  const familyOf = new Map(world.accounts.map(({ key, family }) => [key, family]))
  return world.integrations.map(({ key, account, name, kind, configuration }) => ({
    id: ids.integration(key),
    family_id: account === null ? null : ids.family(familyOf.get(account) ?? ''),
    account_id: account === null ? null : ids.account(account),
    name,
    kind,
    configuration,
    created_at: beginning,
  }))
}

export function runRow(run: World['runs'][number]): Row {
  return {
    id: idOf('run', run.integration, run.startedAt),
    integration_id: ids.integration(run.integration),
    status: run.status,
    started_at: run.startedAt,
    ended_at: run.endedAt,
    data_date: run.dataDay === null ? null : isoOf(run.dataDay),
    rows_read: run.rowsRead,
    message: run.message,
  }
}
