import type { Services } from '../services.ts'
import { notificationsRoutes, pausePageRoute } from './notifications.routes.ts'
import { notificationsStore } from './notifications.store.ts'

export function registerNotifications({ server, serve, database, keys }: Services): void {
  notificationsRoutes(serve, notificationsStore(database, keys))
  pausePageRoute(server)
}
