import { toolsStore } from '../../figures/strategies-and-links.store.ts'
import { createScenarioPlanner } from '../../figures/what-if/plan-scenario.ts'
import { scenarioStore } from '../../figures/what-if/scenario.store.ts'
import type { Services } from '../services.ts'
import { receiptRoutes } from './receipt.routes.ts'
import { receiptStore } from './receipt.store.ts'

export function registerReceipt({ serve, database, portfolio }: Services): void {
  receiptRoutes(serve, {
    portfolio,
    tools: toolsStore(database),
    store: receiptStore(database),
    planScenario: createScenarioPlanner(scenarioStore(database), portfolio),
  })
}
