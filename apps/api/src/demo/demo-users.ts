import type { Role } from '@plumbline/contract'
import { people } from '@plumbline/demo-world'

/** Known to everyone, and therefore made only in demo mode, in a database that has no users. */
export const demoPassword = 'plumbline-demo'

export interface DemoUser {
  username: string
  name: string
  email: string
  role: Role
}

/** Those who sign in with the password that everyone knows. */
export const demoUsers: readonly DemoUser[] = people
  .filter(person => person.password === 'demo')
  .map(({ username, name, email, role }) => ({ username, name, email, role }))
