const script = '/service-worker.js'

/**
 * Registers the service worker that caches the shell for offline use. Registration waits for the load event,
 * so that it does not compete with the first screen. Development has none: it would serve stale code.
 */
export function registerServiceWorker(isBuilt: boolean): void {
  if (!isBuilt || !('serviceWorker' in navigator)) return
  const register = () => {
    // Without it the app works, except offline.
    navigator.serviceWorker.register(script, { updateViaCache: 'none' }).catch(() => undefined)
  }
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
