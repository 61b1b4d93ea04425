import type { Services } from '../services.ts'
import { userChangesStore } from './user-changes.store.ts'
import { usersRoutes } from './users.routes.ts'
import { usersStore } from './users.store.ts'

export function registerUsers({ serve, database, mailing }: Services): void {
  usersRoutes(serve, usersStore(database), userChangesStore(database), mailing)
}
