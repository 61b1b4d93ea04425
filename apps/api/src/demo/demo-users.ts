import type { Role } from '@plumbline/contract'
import { people } from '@plumbline/demo-world'

/** Public, and therefore used only in demo mode, in a database without users. */
export const demoPassword = 'plumbline-demo'

export interface DemoUser {
  username: string
  name: string
  email: string
  role: Role
}

/** The users who sign in with the public password. */
export const demoUsers: readonly DemoUser[] = people
  .filter(person => person.password === 'demo')
  .map(({ username, name, email, role }) => ({ username, name, email, role }))
