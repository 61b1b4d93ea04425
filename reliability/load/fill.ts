import pg from 'pg'
import { hashPassword } from '../../apps/api/src/features/auth/passwords/passwords.ts'
import { fillPreset } from '../../bench/api/fill-preset.ts'
import { buildPortfolio, LAST_DAY } from '../../bench/engine/portfolio.ts'
import { toIsoDate } from '../../packages/engine/src/index.ts'

export interface Size {
  families: number
  users: number
  transactions: number
  /** Days of prices; absent, five years. */
  days?: number
}

export interface Person {
  userId: string
  signInId: string
  /** A manual account to post to. */
  account: string
}

/** The password of every user. Ordinary traffic does not need it, since those users are signed in already. */
export const sharedPassword = 'one of two thousand'

const market = { symbols: 200, days: 1826 }

/** Fills families with transactions, users and sign-ins inside the database: a million rows in about a minute. */
export async function fillLoad(
  config: pg.ClientConfig,
  { families, users, transactions, days = market.days }: Size,
): Promise<Person[]> {
  const perFamily = Math.max(market.symbols + 1, Math.round(transactions / families))
  const first = await fillPreset(config, buildPortfolio({ ...market, days, transactions: perFamily }))
  const client = new pg.Client(config)
  await client.connect()
  await client.query("select set_config('plumbline.system', 'on', false)")
  await client.query('update market_version set last_close = $1', [toIsoDate(LAST_DAY)])
  for (let place = 1; place < families; place += 1) await copyFamily(client, first, place)
  await client.query(
    `insert into account (family_id, custodian_id, name, base_currency)
     select id, 'manual', 'by hand', 'CHF' from family`,
  )
  const hash = await hashPassword(sharedPassword)
  await client.query(
    `insert into app_user (username, name, email, role, family_id, password_hash)
     select 'load' || n, 'Load ' || n, 'load' || n || '@example.com', 'investor', f.id, $2
     from generate_series(0, $1::int - 1) n
     join (select id, row_number() over (order by name) - 1 as place from family) f on f.place = n % $3::int`,
    [users, hash, families],
  )
  await client.query(
    `insert into sign_in (user_id, is_web, token_hash, expires_at)
     select id, false, decode(md5(id::text), 'hex'), now() + interval '7 days' from app_user`,
  )
  await client.query('vacuum analyze')
  const { rows } = await client.query<Person>(
    `select u.id as "userId", s.id as "signInId", a.id as account
     from app_user u join sign_in s on s.user_id = u.id join account a on a.family_id = u.family_id
     where a.name = 'by hand'
     order by u.username`,
  )
  await client.end()
  return rows
}

/** Copies the trades of a family with other quantities, so that families differ but cost the same to compute. */
async function copyFamily(client: pg.Client, from: string, place: number): Promise<void> {
  const { rows } = await client.query<{ family: string; account: string }>(
    `with family as (insert into family (name) values ($1) returning id)
     insert into account (family_id, custodian_id, name, base_currency, cash)
     select id, 'manual', 'main', 'CHF', 'none' from family returning family_id as family, id as account`,
    [`Load ${String(place).padStart(5, '0')}`],
  )
  await client.query(
    `insert into transaction (family_id, id, root_id, account_id, transaction_type, date, sequence, instrument_id,
       quantity, price, amount, currency, fees, source)
     select $2, new_id, new_id, $3, transaction_type, date, sequence, instrument_id,
       quantity * $4, price, amount * $4, currency, fees, source
     from (select *, gen_random_uuid() as new_id from transaction where family_id = $1) b`,
    [from, rows[0]?.family, rows[0]?.account, 1 + (place % 13)],
  )
}
