import type { Person } from './person.ts'

/** The user who makes a change, and the address the request came from; the audit log records both. */
export interface Actor extends Pick<Person, 'id' | 'role'> {
  address: string
}

export function toActor({ id, role }: Person, address: string): Actor {
  return { id, role, address }
}

export function isStaff({ role }: Pick<Person, 'role'>): boolean {
  return role === 'admin' || role === 'adviser'
}
