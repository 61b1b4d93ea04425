import { expect, it } from 'vitest'
import { plantHole, plantReuse } from './access/planted-holes.ts'
import { createTestDatabase } from './test-database.ts'

it('applies the planted bugs of PLANT=1 to the current schema', async () => {
  for (const plant of [plantHole, plantReuse]) {
    const database = await createTestDatabase()
    await expect(plant(database)).resolves.toBeUndefined()
    await database.drop()
  }
})
