import { type Language, languages } from '@plumbline/contract/texts'
import type { FastifyRequest } from 'fastify'
import { chosenLanguage } from '../../../platform/auth/identify.ts'

/** For users without settings: the language chosen on the page, else the first one the browser accepts. */
export function preferredLanguage(request: FastifyRequest): Language {
  const wanted = (request.headers['accept-language'] ?? '').slice(0, 2).toLowerCase()
  const spoken = languages.find(language => language.slice(0, 2) === wanted)
  return chosenLanguage(request) ?? spoken ?? 'en-US'
}
