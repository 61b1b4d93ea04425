import type { Services } from '../services.ts'
import { settingsRoutes } from './settings.routes.ts'
import { settingsStore } from './settings.store.ts'

export function registerSettings({ serve, database, installation }: Services): void {
  const { version, isDemo, demo } = installation
  settingsRoutes(serve, settingsStore(database), {
    version,
    isRegistrationOpen: isDemo,
    demo,
  })
}
