/**
 * The part of the contract that the browser gets (see vite/contract-plugin.ts). Calls keep their full types for
 * requests and replies; at run time each has only `method`, `path`, `reads`, `creates`, and `may` if it is public.
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
  export const languageNames: Record<Language, string>
  /** Texts that must be available without the server. */
  export const builtInTexts: Record<Language, Partial<Record<TextKey, string>>>
  export const hasRole: Package['hasRole']
}

/** The transaction types as forms and imports need them. */
declare module 'virtual:transaction-types' {
  type Package = typeof import('@plumbline/contract')

  export const chargeTypes: Package['chargeTypes']
  export const entryChoices: Package['entryChoices']
  export const mappableTypes: Package['mappableTypes']
}

declare module 'virtual:texts/en-US' {
  export const texts: Readonly<Record<string, string>>
}

declare module 'virtual:texts/de' {
  export const texts: Readonly<Record<string, string>>
}
