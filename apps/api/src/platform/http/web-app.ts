import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { replyNotFound } from './error-replies.ts'

/** Serves the built web app: files with a hash in their name are cached forever, the page itself is not. */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) {
    app.setNotFoundHandler(replyNotFound)
    return
  }
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, file) {
      const isHashed = path.relative(folder, file).startsWith(`assets${path.sep}`)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    const isCall = /^\/(api|auth|assets)\//.test(request.url)
    // The web app's router knows its pages and shows its own 'not found' page.
    return wantsPage && !isCall ? reply.sendFile('index.html') : replyNotFound(request, reply)
  })
}
