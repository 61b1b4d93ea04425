import { expect, it } from 'vitest'
import { plantHole, plantReuse } from './access/plant.ts'
import { createTestDatabase } from './test-database.ts'

it('holes for PLANT=1 fit the database as it is today', async () => {
  for (const plant of [plantHole, plantReuse]) {
    const database = await createTestDatabase()
    await expect(plant(database)).resolves.toBeUndefined()
    await database.drop()
  }
})
