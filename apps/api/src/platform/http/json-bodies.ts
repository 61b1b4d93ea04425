import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors/app-error.ts'

/** No body of ours is nested more than a few levels; one that is a thousand deep wants to exhaust the stack. */
const deepest = 32

/** Reads JSON as the framework does (which refuses what would poison prototypes), but not of any depth. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (depthOf(body, deepest) > deepest) done(new AppError('bad_request'))
    else parse(request, body, done)
  })
}

/** How deep brackets nest outside of strings, counted no further than one beyond `enough`. */
export function depthOf(text: string, enough: number): number {
  let depth = 0
  let greatest = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '"') at = endOfString(text, at)
    else if (letter === '[' || letter === '{') {
      depth += 1
      greatest = Math.max(greatest, depth)
      if (greatest > enough) return greatest
    } else if (letter === ']' || letter === '}') depth -= 1
  }
  return greatest
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return text.length
}
