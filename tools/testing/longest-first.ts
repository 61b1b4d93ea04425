import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Slow test files, the slowest first. Without times of an earlier run, Vitest would sort by file size. */
const slowFiles = [
  'apps/api/src/app/main.test.ts',
  'apps/api/src/testing/idempotency/broken-connection.test.ts',
  'apps/api/src/app/shutdown.test.ts',
  'apps/api/src/features/feeds/inbox.test.ts',
  'apps/api/src/testing/access/foreign-ids.test.ts',
  'apps/api/src/features/feeds/killed-server.test.ts',
  'apps/api/src/testing/access/matrix.test.ts',
  'apps/api/src/features/imports/imports.routes.test.ts',
  'apps/api/src/features/imports/files/two-formats.routes.test.ts',
  'apps/api/src/testing/access/two-servers.test.ts',
  'apps/api/src/features/imports/files/pdf-imports.routes.test.ts',
  'apps/api/src/features/integrations/failing-series.test.ts',
  'apps/api/src/features/reports/reports.routes.test.ts',
  'apps/api/src/testing/fuzz/fuzz.test.ts',
  'apps/api/src/features/imports/files/read-statement.test.ts',
  'apps/api/src/testing/idempotency/every-create.test.ts',
  'apps/api/src/features/feeds/flex.test.ts',
  'apps/api/src/demo/world-reference.test.ts',
  'apps/api/src/testing/reconciliation/reconciliation.test.ts',
  'apps/api/src/features/user-tasks/daylight-saving.test.ts',
  'apps/api/src/platform/jobs/jobs.test.ts',
  'apps/api/src/features/reports/print/pdf.test.ts',
  'apps/api/src/demo/demo.store.test.ts',
  'apps/api/src/features/families/many-clients.test.ts',
  'apps/api/src/platform/jobs/fair-queues.test.ts',
  'apps/api/src/features/imports/killed-server.test.ts',
  'packages/engine/test/reference/reference.test.ts',
  'packages/engine/test/invariants.test.ts',
  'tools/regexes.test.ts',
]

/** Starts the slowest files of each project first, so that none of them runs alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(file => file.project.name))]
    const slownessRank = (file: TestSpecification) => {
      const rank = slowFiles.findIndex(name => file.moduleId.endsWith(name))
      return rank === -1 ? slowFiles.length : rank
    }
    return sorted.toSorted(
      (a, b) =>
        projects.indexOf(a.project.name) - projects.indexOf(b.project.name) ||
        slownessRank(a) - slownessRank(b),
    )
  }
}
