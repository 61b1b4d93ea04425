import type { CurrentUser } from '../../platform/auth/current-user.ts'
import type { Services } from '../services.ts'
import { type ClientIssues, clientIssuesQuery } from './client-issues.query.ts'
import { healthStore } from './health.store.ts'

/** Finds the open data issues of several families, each on its own snapshot. */
export type CountClientIssues = (
  user: CurrentUser,
  families: readonly string[],
) => Promise<Map<string, ClientIssues>>

export function createClientIssues({
  database,
  portfolio,
}: Pick<Services, 'database' | 'portfolio'>): CountClientIssues {
  const store = healthStore(database)
  return async (user, families) => {
    // Decisions change the count but no snapshot.
    const decided = await store.readDecisionMarks(user.id, families)
    return portfolio.runForEach(clientIssuesQuery, {
      user,
      settings: {},
      families: families.map(id => ({
        id,
        inputKey: decided.get(id) ?? '',
        readInput: () => store.facts(user.id, [id]),
      })),
    })
  }
}
