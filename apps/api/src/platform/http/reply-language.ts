import type { Failure } from '@plumbline/contract'
import type { Language } from '@plumbline/contract/texts'
import type { FastifyRequest } from 'fastify'
import { chosenLanguage } from '../auth/identify.ts'
import { translateMessage } from '../errors/translate-message.ts'

const languages = new WeakMap<FastifyRequest, Language>()

/** Remembers the language of an identified caller for the messages of a failure. */
export function rememberLanguage(request: FastifyRequest, language: Language): void {
  languages.set(request, language)
}

/** The language of the caller; signed out, the one chosen on the device, else the one the browser prefers. */
function replyLanguage(request: FastifyRequest): Language {
  const preferred = request.headers['accept-language']?.slice(0, 2).toLowerCase()
  return languages.get(request) ?? chosenLanguage(request) ?? (preferred === 'de' ? 'de' : 'en-US')
}

/** Translates the messages of a failure. Codes and fields stay as they are, for programs. */
export function translateFailures(request: FastifyRequest, errors: Failure['errors']): Failure['errors'] {
  const language = replyLanguage(request)
  if (language === 'en-US') return errors
  return errors.map(error => ({ ...error, message: translateMessage(error.message, language, error.code) }))
}
