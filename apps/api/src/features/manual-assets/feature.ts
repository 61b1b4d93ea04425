import { createPlausibilityCheck } from '../../figures/plausibility/check-plausibility.ts'
import type { Services } from '../services.ts'
import { assetChangesStore } from './asset-changes.store.ts'
import { manualAssetsRoutes } from './manual-assets.routes.ts'
import { manualAssetsStore } from './manual-assets.store.ts'

export function registerManualAssets({ serve, database, portfolio }: Services): void {
  manualAssetsRoutes(
    serve,
    manualAssetsStore(database),
    assetChangesStore(database),
    portfolio,
    createPlausibilityCheck(portfolio),
  )
}
