import pg from 'pg'
import { StartupError } from '../../errors/startup-error.ts'
import type { ConnectionTarget } from '../connection/connection-target.ts'
import { findViolations, type OwnerQuery } from './find-violations.ts'
import { planDistribution } from './plan-distribution.ts'

/**
 * Spreads the tables of families over the nodes of a Citus cluster. What is spread already stays as it is, so the
 * command can be repeated. A dry run prints the statements on any PostgreSQL and changes nothing.
 */
export async function distribute(
  target: ConnectionTarget,
  { isDryRun, print }: { isDryRun: boolean; print: (line: string) => void },
): Promise<void> {
  const client = new pg.Client(target.config)
  await client.connect()
  try {
    const query: OwnerQuery = (text, values) => client.query(text, values)
    const violations = await findViolations(query)
    const { rows } = await query("select from pg_extension where extname = 'citus'")
    const isCitus = rows.length > 0
    const { preparation, move, completion } = await planDistribution(query, isCitus)
    if (isDryRun) {
      for (const statement of [...preparation, 'begin', ...move, 'commit', ...completion])
        print(`${statement};`)
      for (const violation of violations) print(`-- cannot be distributed: ${violation}`)
      return
    }
    if (!isCitus)
      throw new StartupError(
        `The database at ${target.name} has no Citus extension. Create it on the coordinator and add the nodes first, or add --dry-run to see what would be done.`,
      )
    if (violations.length > 0)
      throw new StartupError(
        `The schema cannot be distributed. --dry-run lists what is in the way, such as '${violations[0]}'.`,
      )
    if (move.length === 0) return print('All tables are distributed.')
    for (const statement of preparation) await query(statement)
    await query('begin')
    // An error ends the connection, which rolls back.
    for (const statement of move) await query(statement)
    await query('commit')
    for (const statement of completion) await query(statement)
    print('Distributed the tables of families.')
  } finally {
    await client.end()
  }
}
