import type { Services } from '../services.ts'
import { docsRoutes } from './docs.routes.ts'

export function registerDocs({ server, installation }: Services): void {
  docsRoutes(server, installation.version)
}
