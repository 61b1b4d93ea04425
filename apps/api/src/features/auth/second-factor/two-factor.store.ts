import { sql } from 'kysely'
import { writeAudit } from '../../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../../platform/db/database.ts'
import type { Unseal } from '../../../platform/keys/server-keys.ts'
import { notifyOwner } from '../../../platform/mail/account-notice.store.ts'
import { sameBytes } from '../sessions/refresh-token.ts'
import type { SignInActor } from '../sessions/sign-in-actor.ts'
import { endSignIns } from '../sessions/sign-ins.store.ts'
import { findTimeStep, hashBackupCode, isBackupCode } from './two-factor.ts'

export type TwoFactorStore = ReturnType<typeof twoFactorStore>

export type Verification =
  | { kind: 'verified'; userId: string; familyId: string | null }
  | { kind: 'wrong' }
  | { kind: 'expired' }

const present = sql<Date>`present_moment()`
const challengeMinutes = 5

export function twoFactorStore(database: () => Database) {
  return {
    async isActive(userId: string): Promise<boolean> {
      const row = await database().within({ user: userId }, tx => readActive(tx, userId))
      return row !== undefined
    },

    /** Records that the password was right, so that the code can follow. */
    async openChallenge(challenge: { id: string; userId: string; tokenHash: Buffer }): Promise<void> {
      await database().within('system', async tx => {
        await tx.deleteFrom('two_factor_challenge').where('expires_at', '<', present).execute()
        await tx
          .insertInto('two_factor_challenge')
          .values({
            id: challenge.id,
            user_id: challenge.userId,
            token_hash: challenge.tokenHash,
            expires_at: sql<string>`present_moment() + make_interval(mins => ${challengeMinutes})`,
          })
          .execute()
      })
    },

    /** The owner of an open challenge. */
    findChallenge(id: string, tokenHash: Buffer): Promise<{ userId: string } | null> {
      return database().within('system', async tx => {
        const row = await findOpenChallenge(tx, id, tokenHash)
        return row ? { userId: row.user_id } : null
      })
    },

    /** Uses up the challenge and the code atomically. */
    verify(
      unseal: Unseal,
      id: string,
      tokenHash: Buffer,
      code: string,
      address: string,
    ): Promise<Verification> {
      return database().within('system', async (tx): Promise<Verification> => {
        const challenge = await findOpenChallenge(tx, id, tokenHash)
        if (!challenge) return { kind: 'expired' }
        const { user_id: userId, family_id: familyId } = challenge
        if (!(await useCode(tx, unseal, userId, code))) {
          await writeAudit(tx, { actorId: userId, familyId, action: 'code_failed', address })
          return { kind: 'wrong' }
        }
        await tx.updateTable('two_factor_challenge').set({ used_at: present }).where('id', '=', id).execute()
        return { kind: 'verified', userId, familyId }
      })
    },

    /** Uses up a code of a signed-in user. */
    useCode(unseal: Unseal, userId: string, code: string): Promise<boolean> {
      return database().within('system', tx => useCode(tx, unseal, userId, code))
    },

    /** Stores a secret until a first code confirms it. False if two-factor is already active. */
    begin(userId: string, sealedSecret: Buffer): Promise<boolean> {
      return database().within({ user: userId }, async tx => {
        const row = await tx
          .insertInto('two_factor')
          .values({ user_id: userId, sealed_secret: sealedSecret })
          .onConflict(conflict =>
            conflict
              .column('user_id')
              .doUpdateSet({ sealed_secret: sealedSecret, last_step: 0, created_at: present })
              .where('two_factor.activated_at', 'is', null),
          )
          .returning('user_id')
          .executeTakeFirst()
        return row !== undefined
      })
    },

    /** Turns two-factor on with a first code; all other sign-ins end. */
    activate(
      unseal: Unseal,
      user: SignInActor,
      code: string,
      backupCodes: readonly string[],
    ): Promise<'activated' | 'wrong' | 'active'> {
      return database().within('system', async tx => {
        const row = await tx
          .selectFrom('two_factor')
          .select(['sealed_secret', 'activated_at', present.as('present')])
          .where('user_id', '=', user.id)
          .forUpdate()
          .executeTakeFirst()
        if (!row) return 'wrong'
        if (row.activated_at !== null) return 'active'
        const step = findTimeStep(unseal(row.sealed_secret), code, row.present)
        if (step === null) return 'wrong'
        await tx
          .updateTable('two_factor')
          .set({ activated_at: present, last_step: step })
          .where('user_id', '=', user.id)
          .execute()
        await replaceBackupCodes(tx, user.id, backupCodes)
        await finishChange(tx, user, 'two_factor_on')
        return 'activated'
      })
    },

    /** Turns two-factor off with a code; all other sign-ins end. */
    deactivate(
      unseal: Unseal,
      user: SignInActor,
      code: string,
    ): Promise<'deactivated' | 'wrong' | 'off' | 'required'> {
      return database().within('system', async tx => {
        if (!(await readActive(tx, user.id))) return 'off'
        const { required } = await tx
          .selectFrom('app_user')
          .select(sql<boolean>`requires_two_factor(app_user)`.as('required'))
          .where('id', '=', user.id)
          .executeTakeFirstOrThrow()
        if (required) return 'required'
        if (!(await useConfirmedCode(tx, unseal, user, code))) return 'wrong'
        await tx.deleteFrom('two_factor').where('user_id', '=', user.id).execute()
        await replaceBackupCodes(tx, user.id, [])
        await finishChange(tx, user, 'two_factor_off')
        return 'deactivated'
      })
    },

    countBackupCodes(userId: string): Promise<number> {
      return database().within({ user: userId }, async tx => {
        const row = await tx
          .selectFrom('backup_code')
          .select(sql<number>`count(*)::int`.as('count'))
          .where('user_id', '=', userId)
          .where('used_at', 'is', null)
          .executeTakeFirstOrThrow()
        return row.count
      })
    },

    renewBackupCodes(
      unseal: Unseal,
      user: SignInActor,
      code: string,
      backupCodes: readonly string[],
    ): Promise<'renewed' | 'wrong' | 'off'> {
      return database().within('system', async tx => {
        if (!(await readActive(tx, user.id))) return 'off'
        if (!(await useConfirmedCode(tx, unseal, user, code))) return 'wrong'
        await replaceBackupCodes(tx, user.id, backupCodes)
        await notifyOwner(tx, user.id, 'backup_codes')
        await writeAudit(tx, {
          actorId: user.id,
          familyId: user.familyId,
          action: 'backup_codes_renewed',
          address: user.address,
        })
        return 'renewed'
      })
    },
  }
}

function readActive(tx: Scoped, userId: string) {
  return tx
    .selectFrom('two_factor')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('activated_at', 'is not', null)
    .executeTakeFirst()
}

async function findOpenChallenge(tx: Scoped, id: string, tokenHash: Buffer) {
  const row = await tx
    .selectFrom('two_factor_challenge as challenge')
    .innerJoin('app_user as user', 'user.id', 'challenge.user_id')
    .select(['challenge.user_id', 'challenge.token_hash', 'user.family_id'])
    .where('challenge.id', '=', id)
    .where('challenge.used_at', 'is', null)
    .where('challenge.expires_at', '>', present)
    .where('user.disabled_at', 'is', null)
    .forUpdate('challenge')
    .executeTakeFirst()
  return row && sameBytes(tokenHash, row.token_hash) ? row : null
}

/** Uses up a valid code; of concurrent uses one succeeds. */
async function useCode(tx: Scoped, unseal: Unseal, userId: string, code: string): Promise<boolean> {
  const row = await tx
    .selectFrom('two_factor')
    .select(['sealed_secret', present.as('present')])
    .where('user_id', '=', userId)
    .where('activated_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  if (isBackupCode(code)) {
    const used = await tx
      .updateTable('backup_code')
      .set({ used_at: present })
      .where('user_id', '=', userId)
      .where('code_hash', '=', hashBackupCode(userId, code))
      .where('used_at', 'is', null)
      .executeTakeFirst()
    return used.numUpdatedRows === 1n
  }
  const step = findTimeStep(unseal(row.sealed_secret), code, row.present)
  if (step === null) return false
  const used = await tx
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', String(step))
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/**
 * Accepts the code of a recent password confirmation once more: otherwise the call that required the
 * confirmation would reject the code it was sent with.
 */
async function useConfirmedCode(
  tx: Scoped,
  unseal: Unseal,
  { id, signInId }: SignInActor,
  code: string,
): Promise<boolean> {
  if (signInId !== null) {
    const confirmed = await tx
      .updateTable('sign_in')
      .set({ confirmed_code: null })
      .where('id', '=', signInId)
      .where('confirmed_code', '=', hashBackupCode(id, code))
      .where('password_confirmed_at', '>', sql<Date>`present_moment() - interval '10 minutes'`)
      .executeTakeFirst()
    if (confirmed.numUpdatedRows === 1n) return true
  }
  return useCode(tx, unseal, id, code)
}

async function replaceBackupCodes(tx: Scoped, userId: string, codes: readonly string[]): Promise<void> {
  await tx.deleteFrom('backup_code').where('user_id', '=', userId).execute()
  if (codes.length === 0) return
  await tx
    .insertInto('backup_code')
    .values(codes.map(code => ({ user_id: userId, code_hash: hashBackupCode(userId, code) })))
    .execute()
}

async function finishChange(
  tx: Scoped,
  user: SignInActor,
  change: 'two_factor_on' | 'two_factor_off',
): Promise<void> {
  await endSignIns(tx, user.id, 'two_factor', user.signInId)
  await notifyOwner(tx, user.id, change)
  await writeAudit(tx, { actorId: user.id, familyId: user.familyId, action: change, address: user.address })
}
