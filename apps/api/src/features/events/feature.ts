import type { Services } from '../services.ts'
import { eventsRoutes } from './events.routes.ts'

export function registerEvents({ serve, portfolio }: Services): void {
  eventsRoutes(serve, portfolio)
}
