import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors/app-error.ts'

/** Valid bodies nest a few levels; one nested a thousand deep could exhaust the stack. */
const maxDepth = 32

/** Parses JSON like the framework, which rejects prototype poisoning, and limits its depth. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (measureDepth(body, maxDepth) > maxDepth) done(new AppError('bad_request'))
    else parse(request, body, done)
  })
}

/** The nesting depth of brackets outside of strings; counting stops at `limit + 1`. */
export function measureDepth(text: string, limit: number): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '"') at = findStringEnd(text, at)
    else if (letter === '[' || letter === '{') {
      depth += 1
      deepest = Math.max(deepest, depth)
      if (deepest > limit) return deepest
    } else if (letter === ']' || letter === '}') depth -= 1
  }
  return deepest
}

function findStringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return text.length
}
