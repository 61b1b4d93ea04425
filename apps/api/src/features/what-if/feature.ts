import { readTargetsOfAll } from '../../figures/targets/target-rows.store.ts'
import { createScenarioPlanner } from '../../figures/what-if/plan-scenario.ts'
import { scenarioStore } from '../../figures/what-if/scenario.store.ts'
import type { Services } from '../services.ts'
import { whatIfRoutes } from './what-if.routes.ts'

export function registerWhatIf({ serve, database, portfolio }: Services): void {
  const planScenario = createScenarioPlanner(scenarioStore(database), portfolio)
  whatIfRoutes(serve, portfolio, planScenario, (userId, families) =>
    readTargetsOfAll(database(), userId, families),
  )
}
