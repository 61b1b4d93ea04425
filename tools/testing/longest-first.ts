import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Slow test files. Without times of an earlier run, Vitest would sort by file size. */
const slowFiles = [
  'apps/api/src/app/main.test.ts',
  'apps/api/src/testing/access/foreign-ids.test.ts',
  'apps/api/src/testing/access/two-servers.test.ts',
  'apps/api/src/testing/access/matrix.test.ts',
  'apps/api/src/testing/fuzz/fuzz.test.ts',
  'apps/api/src/demo/world-reference.test.ts',
  'apps/api/src/features/reports/print/pdf.test.ts',
  'apps/api/src/features/imports/imports.routes.test.ts',
  'apps/api/src/features/imports/killed-server.test.ts',
  'packages/engine/test/invariants.test.ts',
  'packages/engine/test/reference/reference.test.ts',
  'tools/regexes.test.ts',
]

/** Starts the slowest files of each project first, so that none of them runs alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(file => file.project.name))]
    const slownessRank = (file: TestSpecification) =>
      slowFiles.some(name => file.moduleId.endsWith(name)) ? 0 : 1
    return sorted.toSorted(
      (a, b) =>
        projects.indexOf(a.project.name) - projects.indexOf(b.project.name) ||
        slownessRank(a) - slownessRank(b),
    )
  }
}
