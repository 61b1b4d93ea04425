import { fileURLToPath } from 'node:url'
import type { Endpoint, contract as wholeContract } from '@plumbline/contract'
import type { Language, TextKey } from '@plumbline/contract/texts'
import type { Plugin } from 'vite'
import { builtInKeys } from './built-in-keys.ts'

/** Several modules, so that the first load includes neither what only forms and imports need nor other languages. */
const modules: Readonly<Record<string, () => Promise<string>>> = {
  'virtual:contract': contractModule,
  'virtual:transaction-types': transactionTypesModule,
  'virtual:texts/en-US': () => textsModule('en-US'),
  'virtual:texts/de': () => textsModule('de'),
}
const resolvedMark = '\0'

/**
 * Serves `virtual:contract`, `virtual:transaction-types` and `virtual:texts/*`: the parts of the contract that the
 * browser needs, as plain data. The schemas and their library stay out of the bundle, since the types suffice there.
 * The contract is read once, so restart the development server after changing it.
 */
export function contractPlugin(): Plugin {
  return {
    name: 'plumbline:contract',
    resolveId: id => (id in modules ? `${resolvedMark}${id}` : undefined),
    load: id => (id.startsWith(resolvedMark) ? modules[id.slice(resolvedMark.length)]?.() : undefined),
  }
}

async function contractModule(): Promise<string> {
  const declared = await import('@plumbline/contract')
  const { languageNames, languages, textsIn } = await import('@plumbline/contract/texts')
  const values = {
    contract: reduceCalls(declared.contract),
    clientHeader: declared.clientHeader,
    webClient: declared.webClient,
    languageHeader: declared.languageHeader,
    idempotencyHeader: declared.idempotencyHeader,
    accessCookie: declared.accessCookie,
    minPasswordLength: declared.minPasswordLength,
    maxPasswordLength: declared.maxPasswordLength,
    languages,
    languageNames,
    builtInTexts: builtInTexts(languages, textsIn),
  }
  // The role check is plain code without a schema, so both sides share the file.
  const policy = fileURLToPath(new URL('./core/policy.ts', import.meta.resolve('@plumbline/contract')))
  return [declare(values), `export { hasRole } from ${JSON.stringify(policy)}`].join('\n')
}

async function transactionTypesModule(): Promise<string> {
  const { chargeTypes, entryChoices, mappableTypes } = await import('@plumbline/contract')
  return declare({ chargeTypes, entryChoices, mappableTypes })
}

/** All texts of a language. The build names the file by its content, so browsers keep it until a text changes. */
async function textsModule(language: Language): Promise<string> {
  const { textsIn } = await import('@plumbline/contract/texts')
  // Parsing JSON is faster than parsing an object literal of this size.
  return `export const texts = JSON.parse(${JSON.stringify(JSON.stringify(textsIn(language)))})`
}

function declare(values: object): string {
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
    .join('\n')
}

/**
 * Reduces each call to what sending it takes: method and path; whether it is public (sends no token, and its
 * 401 does not end the session), reads (may be retried) or creates (sent with an idempotency key, may be
 * retried). The server decides on roles, so they are left out to keep the bundle small.
 */
function reduceCalls(contract: typeof wholeContract): object {
  return Object.fromEntries(
    Object.entries(contract).map(([feature, calls]) => [
      feature,
      Object.fromEntries(
        Object.entries<Endpoint>(calls).map(([name, { method, path, may, reads, creates }]) => [
          name,
          { method, path, may: may === 'anyone' ? may : undefined, reads, creates: creates || undefined },
        ]),
      ),
    ]),
  )
}

/** The texts that must be available without the server. */
function builtInTexts(
  languages: readonly Language[],
  textsIn: (language: Language) => Record<TextKey, string>,
): object {
  return Object.fromEntries(
    languages.map(language => {
      const all = textsIn(language)
      return [language, Object.fromEntries(builtInKeys.map(key => [key, all[key]]))]
    }),
  )
}
