import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes many seconds. A fresh clone knows no times of an earlier run, and would go by the size of files. */
const long = [
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

/** Within each room what takes longest begins first, so that nothing long is left to run alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rooms = [...new Set(sorted.map(file => file.project.name))]
    const isShort = (file: TestSpecification) => (long.some(name => file.moduleId.endsWith(name)) ? 0 : 1)
    return sorted.toSorted(
      (a, b) => rooms.indexOf(a.project.name) - rooms.indexOf(b.project.name) || isShort(a) - isShort(b),
    )
  }
}
