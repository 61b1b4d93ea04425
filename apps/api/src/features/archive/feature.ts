import type { Services } from '../services.ts'
import { archiveRoutes } from './archive.routes.ts'
import { archiveStore } from './archive.store.ts'
import { restoreStore } from './restore.store.ts'

export function registerArchive({ serve, database }: Services): void {
  archiveRoutes(serve, archiveStore(database), restoreStore(database))
}
