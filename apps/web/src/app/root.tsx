import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ProgressBar } from '../ui/layout/progress-bar.tsx'

/** What is on every page: the line of progress, and the name of the page for those who listen. */
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

/** A change of page moves nothing that a screen reader would notice by itself, so its new name is told. */
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
