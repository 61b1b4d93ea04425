import { randomBytes } from 'node:crypto'
import type { Role, TokenScope } from '@plumbline/contract'
import type { Database } from '../../db/database.ts'
import type { ViewRow } from './view-row.ts'

export interface WhoRow {
  user_id: string
  username: string
  name: string
  role: Role
  family_id: string | null
  is_beta_tester: boolean
  must_set_up_two_factor: boolean
  /** As saved; null where nothing was. */
  language: string | null
}

type SignInRow = WhoRow & { present: Date; view?: ViewRow }
type TokenRow = WhoRow & { token_id: string; token_scope: TokenScope }

export type SessionStore = ReturnType<typeof sessionStore>

export function sessionStore(database: () => Database) {
  let signingKey: Promise<Buffer> | undefined

  return {
    /** The user of a sign-in that is alive, with the database's present moment; null when it is not. */
    async who(userId: string, signInId: string): Promise<SignInRow | null> {
      const rows = await database().ask<SignInRow>('select * from who($1, $2)', [userId, signInId])
      return rows[0] ?? null
    },

    /** The same, with what they may see of portfolios: one question instead of two. */
    async whoWithView(userId: string, signInId: string): Promise<SignInRow | null> {
      const text = 'select w.*, portfolio_view(w.user_id) as view from who($1, $2) as w'
      const rows = await database().ask<SignInRow>(text, [userId, signInId])
      return rows[0] ?? null
    },

    /** The owner of an API token that is alive. */
    async whoByToken(tokenHash: Buffer): Promise<TokenRow | null> {
      const rows = await database().ask<TokenRow>('select * from who_by_token($1)', [tokenHash])
      return rows[0] ?? null
    },

    /** The key all servers of one database sign with, drawn by whichever of them comes first. */
    signingKey(): Promise<Buffer> {
      signingKey ??= loadOrDraw(database()).catch(error => {
        signingKey = undefined
        throw error
      })
      return signingKey
    },
  }
}

function loadOrDraw(database: Database): Promise<Buffer> {
  return database.within('system', async tx => {
    await tx
      .insertInto('server_secret')
      .values({ name: 'signing_key', value: randomBytes(32) })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const row = await tx
      .selectFrom('server_secret')
      .select('value')
      .where('name', '=', 'signing_key')
      .executeTakeFirstOrThrow()
    return row.value
  })
}
