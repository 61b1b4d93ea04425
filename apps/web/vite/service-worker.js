/* global shell */
// Lets the web app open without a connection. The build puts `shell` above: the version, the page with its
// checksum, and the files it needs to say that there is no connection.
//
// It keeps files of the web app alone, which are the same for everyone. What the server says of anyone's
// money goes past it: nothing under /api or /auth is ever answered or kept here, so there is nothing to
// remove when someone signs out.

const kept = `plumbline-shell-${shell.version}`
const prefix = 'plumbline-shell-'

// The page and its files are kept together or not at all. The checksum sees to it that the page is the one
// these files belong to, even if a newer version is put on the server meanwhile.
self.addEventListener('install', event => {
  const page = new Request('/index.html', { cache: 'no-cache', integrity: shell.integrity })
  event.waitUntil(
    caches
      .open(kept)
      .then(cache => cache.addAll([page, ...shell.files]))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', event => {
  event.waitUntil(
    Promise.all([
      caches
        .keys()
        .then(names => names.filter(name => name.startsWith(prefix) && name !== kept))
        .then(old => Promise.all(old.map(name => caches.delete(name)))),
      // The page is asked for while this worker is still starting.
      self.registration.navigationPreload?.enable(),
    ]).then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!/^\/(api|auth|assets)\//.test(url.pathname)) event.respondWith(pageOf(event))
  } else if (url.pathname.startsWith('/assets/') || shell.files.includes(url.pathname)) {
    event.respondWith(fileOf(request))
  }
})

/** Always the server's page, so that it never asks for files of a version that is gone; else the kept one. */
async function pageOf(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch (error) {
    const page = await caches.match('/index.html', { cacheName: kept })
    if (page === undefined) throw error
    return page
  }
}

/** Files have a hash of what is in them in their name, so a kept one is as good as a new one. */
async function fileOf(request) {
  const cache = await caches.open(kept)
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
