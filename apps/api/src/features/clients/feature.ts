import type { Services } from '../services.ts'
import { clientTasksRoutes } from './client-tasks.routes.ts'
import { clientTasksStore } from './client-tasks.store.ts'
import { clientViewsRoutes } from './client-views.routes.ts'
import { clientViewsStore } from './client-views.store.ts'

export function registerClients({ serve, database }: Services): void {
  clientTasksRoutes(serve, clientTasksStore(database))
  clientViewsRoutes(serve, clientViewsStore(database))
}
