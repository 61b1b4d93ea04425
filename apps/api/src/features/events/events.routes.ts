import { contract } from '@plumbline/contract'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { eventsQuery } from './events.query.ts'

/** Upcoming events of the positions. */
export function eventsRoutes(serve: Serve, portfolio: PortfolioService): void {
  serve.portfolio(contract.events.list, call => portfolio.send(eventsQuery, call))
}
