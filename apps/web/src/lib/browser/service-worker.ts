const script = '/service-worker.js'

/**
 * Has the browser keep the shell, so that the web app opens without a connection and says so. It waits until
 * the first screen had the network for itself. In development there is none: it would serve yesterday's code.
 */
export function keepShell(isBuilt: boolean): void {
  if (!isBuilt || !('serviceWorker' in navigator)) return
  const register = () => {
    // Without it the app works as before, only not without a connection.
    navigator.serviceWorker.register(script, { updateViaCache: 'none' }).catch(() => undefined)
  }
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
