import { contract } from '@plumbline/contract'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'

/** What is ahead for the positions, live from the snapshots. */
export function eventsRoutes(serve: Serve, portfolio: PortfolioService): void {
  serve.ofPortfolio(contract.events.list, call => portfolio.answer('events', call))
}
