import type { Role } from '@plumbline/contract'

/** Invented people and the families they belong to. */
export interface FamilyFact {
  readonly key: string
  readonly name: string
  readonly baseCurrency: string
  readonly twoFactorRequired: boolean
}

export const families: readonly FamilyFact[] = [
  { key: 'aebi-laurent', name: 'Aebi-Laurent', baseCurrency: 'CHF', twoFactorRequired: false },
  { key: 'moreau-brandt', name: 'Moreau-Brandt', baseCurrency: 'EUR', twoFactorRequired: false },
  { key: 'hargrove-tan', name: 'Hargrove-Tan', baseCurrency: 'USD', twoFactorRequired: false },
]

export interface PersonFact {
  readonly username: string
  readonly name: string
  readonly email: string
  readonly role: Role
  /** Null for staff. */
  readonly family: string | null
  /** Staff look after these. */
  readonly looksAfter: readonly string[]
  /** Null sees every account of the family. */
  readonly sees: readonly string[] | null
  /**
   * `demo` signs in with the password that everyone knows, `nobody` with one that no one does, and `pending` has
   * not chosen one yet.
   */
  readonly password: 'demo' | 'nobody' | 'pending'
}

const family = { looksAfter: [], sees: null } as const
const staff = { family: null, sees: null } as const

export const people: readonly PersonFact[] = [
  {
    ...staff,
    username: 'admin',
    name: 'Nora Frei',
    email: 'admin@demo.example',
    role: 'admin',
    looksAfter: [],
    password: 'demo',
  },
  {
    ...staff,
    username: 'adviser',
    name: 'Jonas Weber',
    email: 'adviser@demo.example',
    role: 'adviser',
    looksAfter: ['aebi-laurent', 'moreau-brandt'],
    password: 'demo',
  },
  {
    ...family,
    username: 'investor',
    name: 'Claire Laurent',
    email: 'investor@demo.example',
    role: 'investor',
    family: 'aebi-laurent',
    password: 'demo',
  },
  {
    ...family,
    username: 'demo',
    name: 'Demo visitor',
    email: 'demo@demo.example',
    role: 'demo',
    family: 'aebi-laurent',
    password: 'demo',
  },
  {
    ...family,
    username: 'elin.aebi',
    name: 'Elin Aebi',
    email: 'elin@aebi-laurent.example',
    role: 'investor',
    family: 'aebi-laurent',
    sees: ['granit', 'nordhavn'],
    password: 'nobody',
  },
  {
    ...family,
    username: 'marc.aebi',
    name: 'Marc Aebi',
    email: 'marc@aebi-laurent.example',
    role: 'investor',
    family: 'aebi-laurent',
    password: 'pending',
  },
  {
    ...staff,
    username: 'anna.meier',
    name: 'Anna Meier',
    email: 'anna.meier@plumbline.example',
    role: 'adviser',
    looksAfter: ['hargrove-tan'],
    password: 'nobody',
  },
  {
    ...family,
    username: 'odile.moreau',
    name: 'Odile Moreau',
    email: 'odile@moreau-brandt.example',
    role: 'investor',
    family: 'moreau-brandt',
    password: 'nobody',
  },
  {
    ...family,
    username: 'henrik.brandt',
    name: 'Henrik Brandt',
    email: 'henrik@moreau-brandt.example',
    role: 'investor',
    family: 'moreau-brandt',
    password: 'pending',
  },
  {
    ...family,
    username: 'grace.hargrove',
    name: 'Grace Hargrove',
    email: 'grace@hargrove-tan.example',
    role: 'investor',
    family: 'hargrove-tan',
    password: 'nobody',
  },
]
