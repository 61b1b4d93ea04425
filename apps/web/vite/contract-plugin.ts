import { fileURLToPath } from 'node:url'
import type { Endpoint, contract as wholeContract } from '@plumbline/contract'
import type { Language, TextKey } from '@plumbline/contract/texts'
import type { Plugin } from 'vite'
import { builtInKeys } from './built-in-keys.ts'

const virtualId = 'virtual:contract'
const resolvedId = `\0${virtualId}`

/**
 * Serves `virtual:contract`: what the browser needs of the contract, as plain data. The contract itself is
 * made of schemas, and their library must not travel to the browser: types already do its work there.
 *
 * The contract is read when it is first asked for: after a change of it, start the development server anew.
 */
export function contractPlugin(): Plugin {
  return {
    name: 'plumbline:contract',
    resolveId: id => (id === virtualId ? resolvedId : undefined),
    load: id => (id === resolvedId ? contractModule() : undefined),
  }
}

async function contractModule(): Promise<string> {
  const declared = await import('@plumbline/contract')
  const { languages, textsIn } = await import('@plumbline/contract/texts')
  const values = {
    contract: callsOf(declared.contract),
    clientHeader: declared.clientHeader,
    webClient: declared.webClient,
    languageHeader: declared.languageHeader,
    idempotencyHeader: declared.idempotencyHeader,
    accessCookie: declared.accessCookie,
    minPasswordLength: declared.minPasswordLength,
    maxPasswordLength: declared.maxPasswordLength,
    languages,
    builtInTexts: builtInTexts(languages, textsIn),
  }
  const declarations = Object.entries(values).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value)}`,
  )
  // The role check is plain code without a schema, so it is the same file on both sides.
  const policy = fileURLToPath(new URL('./core/policy.ts', import.meta.resolve('@plumbline/contract')))
  return [...declarations, `export { hasRole } from ${JSON.stringify(policy)}`].join('\n')
}

/**
 * Of each call what sending it takes: its method and path, whether anyone may make it (then it sends no token,
 * and its 401 speaks of what was sent, not of the session), whether it only reads (then it may be repeated) and
 * whether it creates something (then it is sent with a key and may be repeated as well). Which roles may make the
 * others is decided by the server and would only weigh on the first load.
 */
function callsOf(contract: typeof wholeContract): object {
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

/** The few texts that must be there when the server is not. */
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
