import type { Services } from '../services.ts'
import { userTasksRoutes } from './user-tasks.routes.ts'
import { userTasksStore } from './user-tasks.store.ts'

export function registerUserTasks({ serve, database, portfolio }: Services): void {
  userTasksRoutes(serve, userTasksStore(database), portfolio)
}
