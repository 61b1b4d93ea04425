import { type InstrumentHint, noInstrument } from '@plumbline/importers'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { writeStatementPrices } from '../../platform/db/market/statement-prices.ts'
import { type StatedLine, statedKey } from './compare-statement.ts'
import { type AccountRow, readKnown } from './statements.store.ts'

export type SecuritiesStore = ReturnType<typeof securitiesStore>

/** Creates a security of the family and returns its id. */
export type CreateSecurity = (
  tx: Scoped,
  familyId: string,
  hint: InstrumentHint,
  currency: string,
) => Promise<string>

export interface NewSecurity {
  name: string
  type: NonNullable<InstrumentHint['type']>
}

/** Adds the securities that only a statement names. */
export function securitiesStore(database: () => Database, createSecurity: CreateSecurity) {
  return {
    /** Adds the security of a line, with the prices that statements of the account give. */
    add(
      actor: Actor,
      account: AccountRow,
      line: StatedLine,
      security: NewSecurity,
    ): Promise<'added' | 'known'> {
      return database().within({ user: actor.id }, async tx => {
        const { id: accountId, family_id: familyId } = account
        // Two people may add the same security at once.
        await sql`select from family_version where family_id = ${familyId} for update`.execute(tx)
        if ((await readKnown(tx, familyId, [line]))[statedKey(line)]) return 'known'
        const hint = toHint(line, security)
        const id = await createSecurity(tx, familyId, hint, hint.currency ?? line.currency)
        const { rows } = await sql<{ date: string; lines: StatedLine[] }>`
          select date, lines from account_statement
          where family_id = ${familyId} and account_id = ${accountId} order by date, received_at`.execute(tx)
        for (const { date, lines } of rows) await writeStatementPrices(tx, familyId, date, lines)
        await writeAudit(tx, {
          actorId: actor.id,
          familyId,
          action: 'instrument_created',
          subject: hint.name ?? '',
          details: { kind: 'instrument', id },
          address: actor.address,
        })
        return 'added'
      })
    },
  }
}

/** A line without ISIN and symbol is found again by its name, so that stays. */
function toHint(
  { isin, symbol, name, currency, unit, details }: StatedLine,
  chosen: NewSecurity,
): InstrumentHint {
  return {
    ...noInstrument,
    ...details,
    contractSize: details?.contractSize ?? (chosen.type === 'bond' ? '0.01' : null),
    type: chosen.type,
    isin,
    symbol,
    name: isin === null && symbol === null ? name : chosen.name,
    currency: unit ?? currency,
  }
}
