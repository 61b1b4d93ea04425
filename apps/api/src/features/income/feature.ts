import type { Services } from '../services.ts'
import { calendarFileRoute, calendarRoutes } from './calendar/calendar.routes.ts'
import { calendarStore } from './calendar/calendar.store.ts'
import { incomeRoutes } from './income.routes.ts'

export function registerIncome({ server, serve, portfolio, database, installation }: Services): void {
  const store = calendarStore(database)
  incomeRoutes(serve, portfolio)
  calendarRoutes(serve, { store, portfolio, publicUrl: installation.publicUrl })
  calendarFileRoute(server, { store, portfolio })
}
