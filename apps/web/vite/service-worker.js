/* global shell */
// Lets the web app open offline. The build prepends `shell`: the version, the page with its checksum, and the
// files of the offline pages. Only static files are cached. Requests under /api and /auth are never answered
// or cached here, so sign-out has nothing to clear.

const cacheName = `plumbline-shell-${shell.version}`
const prefix = 'plumbline-shell-'

// The page and its files are cached together or not at all. The checksum ensures that the page belongs to
// these files, even during a deployment.
self.addEventListener('install', event => {
  const page = new Request('/index.html', { cache: 'no-cache', integrity: shell.integrity })
  event.waitUntil(
    caches
      .open(cacheName)
      .then(cache => cache.addAll([page, ...shell.files]))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', event => {
  event.waitUntil(
    Promise.all([
      caches
        .keys()
        .then(names => names.filter(name => name.startsWith(prefix) && name !== cacheName))
        .then(old => Promise.all(old.map(name => caches.delete(name)))),
      // Request the page in parallel to the start of this worker.
      self.registration.navigationPreload?.enable(),
    ]).then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!/^\/(api|auth|assets)\//.test(url.pathname)) event.respondWith(respondWithPage(event))
  } else if (url.pathname.startsWith('/assets/') || shell.files.includes(url.pathname)) {
    event.respondWith(respondWithFile(request))
  }
})

/** Network first, so that the page never references files of a removed version; the cached page when offline. */
async function respondWithPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch (error) {
    const page = await caches.match('/index.html', { cacheName })
    if (page === undefined) throw error
    return page
  }
}

/** Asset names contain a content hash, so cached ones never go stale. */
async function respondWithFile(request) {
  const cache = await caches.open(cacheName)
  const isNamedByContent = new URL(request.url).pathname.startsWith('/assets/')
  const known = await cache.match(request)
  if (known !== undefined && isNamedByContent) return known
  try {
    const fresh = await fetch(request)
    if (fresh.ok && isNamedByContent) await cache.put(request, fresh.clone())
    return fresh
  } catch (error) {
    if (known === undefined) throw error
    return known
  }
}
