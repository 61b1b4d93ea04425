import { sql } from 'kysely'

/**
 * Instruments `i` that administrators name, classify and price: those of the platform, and securities that families
 * imported. The values of manual assets are transactions.
 */
export const isSecurity = sql`i.deleted_at is null and (i.family_id is null or i.price_kind = 'traded')`
