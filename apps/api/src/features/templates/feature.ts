import type { Services } from '../services.ts'
import { templatesRoutes } from './templates.routes.ts'
import { templatesStore } from './templates.store.ts'

export function registerTemplates({ serve, database }: Services): void {
  templatesRoutes(serve, templatesStore(database))
}
