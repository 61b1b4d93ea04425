import { auth } from './auth.ts'
import type { Endpoint } from './endpoint.ts'

export * from './auth.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './filter.ts'
export * from './page.ts'
export * from './policy.ts'

/** Every call of the platform, by feature. */
export const contract = { auth } as const

/** Name and declaration of every call, as in `['auth.login', …]`. */
export function allEndpoints(): [name: string, endpoint: Endpoint][] {
  return Object.entries(contract).flatMap(([feature, calls]) =>
    Object.entries<Endpoint>(calls).map(([call, endpoint]): [string, Endpoint] => [
      `${feature}.${call}`,
      endpoint,
    ]),
  )
}
