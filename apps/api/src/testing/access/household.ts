import type { TestApp, TestUser } from '../test-app.ts'
import { testLedger } from '../test-ledger.ts'

/** A family with one row of each kind that has an id. */
export interface Household {
  familyId: string
  /** The owner of private rows. */
  owner: TestUser
  ids: Record<IdKind, string>
}

export type IdKind =
  | 'clientTask'
  | 'clientView'
  | 'statementBatch'
  | 'feed'
  | 'family'
  | 'user'
  | 'account'
  | 'otherAccount'
  | 'asset'
  | 'security'
  | 'position'
  | 'otherPosition'
  | 'assetPosition'
  | 'strategy'
  | 'allocation'
  | 'benchmark'
  | 'link'
  | 'import'
  | 'statement'
  | 'ticker'
  | 'target'
  | 'template'
  | 'report'
  | 'task'
  | 'notification'
  | 'integration'
  | 'apiToken'
  | 'signIn'
  | 'mail'

/** Part of every name in the first account, which a user limited to the other one must not see. */
export const veil = 'Veiled'

const statedLine = {
  isin: null,
  symbol: null,
  currency: 'CHF',
  quantity: 1,
  price: null,
  value: null,
  valueCurrency: 'CHF',
  accrued: null,
}

/** Fills a family directly in the database. Every name contains `mark`, which must appear nowhere else. */
export async function fillHousehold(app: TestApp, mark: string, share: string): Promise<Household> {
  const ledger = testLedger(app.database)
  const familyId = await app.addFamily(`${mark} family`)
  const owner = await app.addUser({ username: `${mark}-owner`, role: 'investor', familyId })
  const insert = async (text: string, values: unknown[]): Promise<string> =>
    (await app.database.query(`${text} returning id`, values)).rows[0].id
  const account = await ledger.account(familyId, `${mark} ${veil} deposit`)
  const otherAccount = await ledger.account(familyId, `${mark} savings`)
  const asset = await insert(
    `insert into instrument (family_id, name, instrument_type, currency, price_kind)
     values ($1, $2, 'real_estate', 'CHF', 'valuation')`,
    [familyId, `${mark} ${veil} house`],
  )
  const security = await insert(
    `insert into instrument (family_id, name, isin, instrument_type, currency)
     values ($1, $2, 'CH0038863350', 'equity', 'CHF')`,
    [familyId, `${mark} ${veil} security`],
  )
  await app.database.query("insert into instrument_identifier values ($1, 'valor', '3886335')", [security])
  const buy = async (accountId: string, instrument: string): Promise<string> => {
    await ledger.post(familyId, accountId, {
      type: 'deposit',
      date: '2026-01-05',
      amount: '900',
      net: '900',
    })
    return ledger.post(familyId, accountId, {
      type: 'trade',
      date: '2026-01-05',
      instrument,
      quantity: '7',
      price: '100',
    })
  }
  const position = await buy(account, share)
  const otherPosition = await buy(otherAccount, share)
  const assetPosition = await buy(account, asset)
  await buy(account, security)
  const strategy = await insert('insert into strategy (user_id, family_id, name) values ($1, $2, $3)', [
    owner.id,
    familyId,
    `${mark} strategy`,
  ])
  await app.database.query('insert into strategy_position (strategy_id, position_id) values ($1, $2)', [
    strategy,
    position,
  ])
  const ticker = await insert(
    'insert into watched_ticker (user_id, instrument_id, note) values ($1, $2, $3)',
    [owner.id, share, `${mark} note`],
  )
  const task = await insert(
    `insert into user_task (user_id, family_id, name, task_type, actions, task_data)
     values ($1, $2, $3, 'price_target', '{in_app}', '{}')`,
    [owner.id, familyId, `${mark} task`],
  )
  const signIn = await app.signIn(owner.username)
  return {
    familyId,
    owner,
    ids: {
      family: familyId,
      user: owner.id,
      account,
      otherAccount,
      asset,
      security,
      position,
      otherPosition,
      assetPosition,
      strategy,
      allocation: await insert(
        `insert into target_allocation (family_id, dimension, name, valid_from, buckets)
         values ($1, 'instrument_type', $2, '2026-01-01', '[{"key":"equity","weight":10000,"min":0,"max":10000}]')`,
        [familyId, `${mark} ${veil} allocation`],
      ),
      benchmark: await insert(
        `insert into benchmark (family_id, name, rebalancing, return_type, components, weights)
         values ($1, $2, 'monthly', 'total', $3, '[{"valid_from":"2026-01-01","weights":[10000]}]')`,
        [familyId, `${mark} ${veil} benchmark`, JSON.stringify([{ instrument: share, stands_for: null }])],
      ),
      ticker,
      task,
      signIn: signIn.refresh.split('.')[0] ?? '',
      link: await insert(
        `insert into linked_position (family_id, position_id, linked_position_id, kind, note)
         values ($1, $2, $3, 'pair', $4)`,
        [familyId, position, assetPosition, `${mark} ${veil} link`],
      ),
      clientTask: await insert("insert into client_task (family_id, kind, text) values ($1, 'task', $2)", [
        familyId,
        `${mark} task`,
      ]),
      clientView: await insert('insert into client_view (user_id, name, choices) values ($1, $2, $3)', [
        owner.id,
        `${mark} view`,
        JSON.stringify({ show: 'all', group_by: 'none', order_by: 'name', q: '' }),
      ]),
      statementBatch: await startBatch(insert, familyId, owner),
      import: await fillImport(app, insert, { familyId, owner, account, asset, mark }),
      statement: await insert(
        `insert into account_statement (family_id, account_id, date, source, lines)
         values ($1, $2, '2026-01-07', 'typed', $3)`,
        [familyId, account, JSON.stringify([{ ...statedLine, name: `${mark} ${veil} line` }])],
      ),
      target: await insert(
        "insert into price_target (watched_ticker_id, price, direction, note) values ($1, 150, 'above', $2)",
        [ticker, `${mark} target`],
      ),
      template: await insert('insert into template (user_id, name, filters) values ($1, $2, $3)', [
        owner.id,
        `${mark} template`,
        JSON.stringify({ filterAccount: [account] }),
      ]),
      report: await insert(
        `insert into report (user_id, family_id, name, report_type, calculated_currency)
         values ($1, $2, $3, 'statement', 'CHF')`,
        [owner.id, familyId, `${mark} report`],
      ),
      notification: await insert(
        "insert into notification (user_id, task_id, occurrence, kind) values ($1, $2, $3, 'price_target')",
        [owner.id, task, `${mark} occurrence`],
      ),
      integration: await insert(
        "insert into integration (family_id, account_id, name, kind) values ($1, $2, $3, 'custodian')",
        [familyId, account, `${mark} ${veil} source`],
      ),
      feed: await fillFeed(app, insert, familyId, mark),
      apiToken: await insert(
        `insert into api_token (user_id, name, scope, prefix, token_hash)
         values ($1, $2, 'read', 'plb_x', sha256($3::text::bytea))`,
        [owner.id, `${mark} token`, mark],
      ),
      mail: await insert(
        `insert into mail (user_id, to_address, kind, subject, body_text, body_html)
         values ($1, $2, 'password_changed', 'x', 'x', 'x')`,
        [owner.id, `${mark}@example.com`],
      ),
    },
  }
}

interface ImportedInto {
  familyId: string
  owner: TestUser
  account: string
  asset: string
  mark: string
}

/** Starts a bulk import of statements, and returns its id, which is not a row. */
async function startBatch(
  insert: (text: string, values: unknown[]) => Promise<string>,
  familyId: string,
  owner: TestUser,
): Promise<string> {
  const batch = crypto.randomUUID()
  await insert(
    "insert into import (family_id, user_id, currency, status, batch_id) values ($1, $2, 'CHF', 'undone', $3)",
    [familyId, owner.id, batch],
  )
  return batch
}

/** Adds an applied import of the first account with its mapping, and decisions about findings. */
async function fillImport(
  app: TestApp,
  insert: (text: string, values: unknown[]) => Promise<string>,
  { familyId, owner, account, asset, mark }: ImportedInto,
): Promise<string> {
  const name = `${mark} ${veil}`
  const imported = await insert(
    `insert into import (family_id, user_id, status, account_ids, made_instrument_ids, currency, applied_at)
     values ($1, $2, 'applied', array[$3::uuid], array[$4::uuid], 'CHF', now())`,
    [familyId, owner.id, account, asset],
  )
  const file = await insert(
    `insert into import_file (family_id, import_id, position, name, bytes, state, account_id, signature)
     select family_id, id, 1, $2, 1, 'ready', $3, 'signed' from import where id = $1`,
    [imported, `${name} file.csv`, account],
  )
  await app.database.query(
    `insert into import_row (family_id, import_id, file_id, number, line, kind, key, raw, state, name, trouble)
     select family_id, id, $2, 1, 1, 'problem', $3, $3, 'problem', $3, '{"code": "no_date"}' from import where id = $1`,
    [imported, file, `${name} row`],
  )
  await app.database.query(
    `insert into import_mapping (family_id, signature, account_id, name, mapping, made_by)
     values ($1, 'signed', $2, $3, '{}', $4), ($1, 'unplaced', null, $3, '{}', $4)`,
    [familyId, account, `${name} mapping`, owner.id],
  )
  for (const subject of [asset, `cash:${account}:CHF`])
    await app.database.query('insert into finding_decision (family_id, finding, note) values ($1, $2, $3)', [
      familyId,
      `valuation_old.${familyId}.${subject}`,
      `${name} decision`,
    ])
  return imported
}

/** Adds a feed with a delivery. */
async function fillFeed(
  app: TestApp,
  insert: (text: string, values: unknown[]) => Promise<string>,
  familyId: string,
  mark: string,
): Promise<string> {
  const feed = await insert(
    `insert into integration (family_id, name, kind, feed, query_id) values ($1, $2, 'custodian', 'flex', '1')`,
    [familyId, `${mark} ${veil} feed`],
  )
  await app.database.query(
    `insert into feed_delivery (family_id, integration_id, hash, name, bytes, state)
     values ($1, $2, encode(sha256($3::text::bytea), 'hex'), $3, 1, 'posted')`,
    [familyId, feed, `${mark} ${veil} delivery`],
  )
  return feed
}
