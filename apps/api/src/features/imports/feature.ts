import type { Services } from '../services.ts'
import { applyStore, type KeepStatement } from './apply.store.ts'
import { applyImportJob } from './apply-job.ts'
import { balancesStore } from './balances.store.ts'
import { importFilesRoutes } from './files/import-files.routes.ts'
import { importFilesStore } from './files/import-files.store.ts'
import { statementBatchesRoutes } from './files/statement-batches.routes.ts'
import { importDraftsRoutes } from './import-drafts.routes.ts'
import { type FamilyValueQuery, importEffectRoutes } from './import-effect.routes.ts'
import { importEffectStore } from './import-effect.store.ts'
import { importRowsStore } from './import-rows.store.ts'
import { importsRoutes } from './imports.routes.ts'
import { importsStore } from './imports.store.ts'
import { undoStore } from './undo.store.ts'

/** What imports use of other features. */
interface ImportParts {
  familyValueQuery: FamilyValueQuery
  keepStatement: KeepStatement
}

export function registerImports(services: Services, { familyValueQuery, keepStatement }: ImportParts): void {
  const { serve, database, portfolio, background, jobs, owners, onError } = services
  const stores = {
    imports: importsStore(database),
    files: importFilesStore(database, services.storage),
    rows: importRowsStore(database),
    balances: balancesStore(database),
    apply: applyStore(database, keepStatement),
    undo: undoStore(database),
  }
  importsRoutes(serve, stores, jobs, portfolio)
  importFilesRoutes(serve, stores, services.statementReader)
  importDraftsRoutes(serve, stores)
  statementBatchesRoutes(serve, stores, services.statementReader, portfolio)
  importEffectRoutes(serve, stores, importEffectStore(database), { portfolio, familyValueQuery })
  jobs.add(applyImportJob({ background, apply: stores.apply, owners, portfolio, familyValueQuery, onError }))
}
