/**
 * What the browser knows of the contract (see vite/contract-plugin.ts). Calls are typed whole, so that
 * requests and replies are; at run time each holds only `method`, `path`, `reads`, `creates` and `may`, and
 * that only where anyone may make it.
 */
declare module 'virtual:contract' {
  type Package = typeof import('@plumbline/contract')
  type Language = import('@plumbline/contract/texts').Language
  type TextKey = import('@plumbline/contract/texts').TextKey

  export const contract: Package['contract']
  export const clientHeader: Package['clientHeader']
  export const webClient: Package['webClient']
  export const languageHeader: Package['languageHeader']
  export const idempotencyHeader: Package['idempotencyHeader']
  export const accessCookie: Package['accessCookie']
  export const minPasswordLength: number
  export const maxPasswordLength: number
  export const languages: readonly Language[]
  /** Texts that must be there when the server is not. */
  export const builtInTexts: Record<Language, Partial<Record<TextKey, string>>>
  export const hasRole: Package['hasRole']
}
