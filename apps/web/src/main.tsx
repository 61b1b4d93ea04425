import './ui/tokens.css'
import './ui/base.css'
import './ui/print.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createAppRouter } from './app/router.tsx'
import { watchSession } from './app/watch-session.ts'
import { createQueryClient } from './lib/api/query-client.ts'
import { swallowDismissingClicks } from './lib/browser/dismissing-clicks.ts'
import { watchConnection } from './lib/browser/online.ts'
import { watchPrint } from './lib/browser/printing.ts'
import { applyPrivacy } from './lib/browser/privacy.ts'
import { reloadOnce } from './lib/browser/reload-once.ts'
import { registerServiceWorker } from './lib/browser/service-worker.ts'
import { applyTheme } from './lib/browser/theme.ts'
import { loadTexts } from './lib/i18n/i18n.ts'

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)

watchPrint()
swallowDismissingClicks()
applyTheme()
applyPrivacy()
watchConnection()
watchSession(queryClient, router)
registerServiceWorker(import.meta.env.PROD)
window.addEventListener('vite:preloadError', () => void reloadOnce(Date.now()))

// Not awaited at the top level, which would keep the build from merging small files.
void loadTexts().then(render)

function render(): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no root element.')
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  )
}
