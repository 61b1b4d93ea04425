import type { Services } from '../services.ts'
import { instrumentChangesStore } from './instrument-changes.store.ts'
import { instrumentsRoutes } from './instruments.routes.ts'
import { instrumentsStore } from './instruments.store.ts'

export function registerInstruments({ serve, database }: Services): void {
  instrumentsRoutes(serve, instrumentsStore(database), instrumentChangesStore(database))
}
