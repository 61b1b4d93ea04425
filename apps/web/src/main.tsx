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
import { startTexts } from './lib/i18n.ts'
import { watchConnection } from './lib/online.ts'
import { watchPrint } from './lib/print.ts'
import { applyPrivacy } from './lib/privacy.ts'
import { createQueryClient } from './lib/query-client.ts'
import { reloadOnce } from './lib/reload-once.ts'
import { keepShell } from './lib/service-worker.ts'
import { applyTheme } from './lib/theme.ts'

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)

watchPrint()
applyTheme()
applyPrivacy()
watchConnection()
watchSession(queryClient, router)
keepShell(import.meta.env.PROD)
window.addEventListener('vite:preloadError', () => void reloadOnce(Date.now()))

await startTexts()

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
