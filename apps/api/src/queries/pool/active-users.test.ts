import { expect, it } from 'vitest'
import { createActiveUsers } from './active-users.ts'

it('counts other users as active until five seconds after their last request', () => {
  let now = 0
  const active = createActiveUsers(() => now)
  expect(active.hasOthers('ivy')).toBe(false)
  active.touch('ivy')
  expect(active.hasOthers('ivy')).toBe(false)
  active.touch('ned')
  now = 3_000
  active.touch('ivy')
  active.touch('ivy')
  expect(active.hasOthers('ivy')).toBe(true)
  now = 5_001
  expect(active.hasOthers('ivy')).toBe(false)
  expect(active.hasOthers('ned')).toBe(true)
})
