import type { Role } from '@plumbline/contract'

/** Known to everyone, and therefore made only in demo mode, in a database that has no users. */
export const demoPassword = 'plumbline-demo'
export const demoFamily = { name: 'Aebi-Laurent', baseCurrency: 'CHF' }

export interface DemoUser {
  username: string
  name: string
  email: string
  role: Role
}

export const demoUsers: readonly DemoUser[] = [
  { username: 'admin', name: 'Nora Frei', email: 'admin@demo.example', role: 'admin' },
  { username: 'adviser', name: 'Jonas Weber', email: 'adviser@demo.example', role: 'adviser' },
  { username: 'investor', name: 'Claire Laurent', email: 'investor@demo.example', role: 'investor' },
  { username: 'demo', name: 'Demo visitor', email: 'demo@demo.example', role: 'demo' },
]
