import './messages.ts'
import { accounts } from './accounts.ts'
import { archive } from './archive.ts'
import { assets } from './assets.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import type { Endpoint } from './endpoint.ts'
import { events } from './events.ts'
import { explain } from './explain.ts'
import { families } from './families.ts'
import { fees } from './fees.ts'
import { grouped } from './grouped.ts'
import { imports } from './imports.ts'
import { instruments } from './instruments.ts'
import { integrations } from './integrations.ts'
import { jobs } from './jobs.ts'
import { linkedPositions } from './linked-positions.ts'
import { notifications } from './notifications.ts'
import { overview } from './overview.ts'
import { positions } from './positions.ts'
import { reconciliation } from './reconciliation.ts'
import { reports } from './reports.ts'
import { settings } from './settings.ts'
import { strategies } from './strategies.ts'
import { templates } from './templates.ts'
import { transactions } from './transactions.ts'
import { userTasks } from './user-tasks.ts'
import { users } from './users.ts'
import { watchlist } from './watchlist.ts'

/** Every call of the platform, by feature. */
export const contract = {
  auth,
  settings,
  templates,
  accounts,
  families,
  archive,
  users,
  positions,
  linkedPositions,
  assets,
  overview,
  grouped,
  explain,
  events,
  fees,
  transactions,
  userTasks,
  notifications,
  jobs,
  reports,
  strategies,
  watchlist,
  imports,
  reconciliation,
  integrations,
  instruments,
  audit,
} as const

/** Name and declaration of every call, as in `['auth.login', …]`. */
export function allEndpoints(): [name: string, endpoint: Endpoint][] {
  return Object.entries(contract).flatMap(([feature, calls]) =>
    Object.entries<Endpoint>(calls).map(([call, endpoint]): [string, Endpoint] => [
      `${feature}.${call}`,
      endpoint,
    ]),
  )
}
