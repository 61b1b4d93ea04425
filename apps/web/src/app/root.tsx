import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ProgressBar } from '../ui/layout/progress-bar.tsx'

/** Wraps every page: the progress bar, and the announcement of the page title for screen readers. */
export function Root() {
  const isLoadingRoute = useRouterState({ select: state => state.isLoading })
  const fetching = useIsFetching()
  const saving = useIsMutating()
  return (
    <>
      <ProgressBar isActive={isLoadingRoute || fetching > 0 || saving > 0} />
      <PageAnnouncer />
      <Outlet />
    </>
  )
}

/** Client-side navigation is silent for screen readers, so the new page title is announced. */
function PageAnnouncer() {
  const [name, setName] = useState('')
  useEffect(() => {
    const title = document.querySelector('title')
    if (!title) return
    const observer = new MutationObserver(() => setName(document.title))
    observer.observe(title, { childList: true })
    return () => observer.disconnect()
  }, [])
  return (
    <div role="status" aria-live="polite" className="visually-hidden">
      {name}
    </div>
  )
}
