import type { Services } from '../services.ts'
import { notificationsRoutes } from './notifications.routes.ts'
import { notificationsStore } from './notifications.store.ts'

export function registerNotifications({ serve, database }: Services): void {
  notificationsRoutes(serve, notificationsStore(database))
}
