import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ChunkError, reloadOnce } from '../lib/browser/reload-once.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { Note } from '../ui/display/note.tsx'
import { ErrorNotice } from '../ui/layout/error-notice.tsx'
import styles from './screen-error.module.css'

/** The error of one screen. The navigation and the other screens keep working. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const text = useText()
  const router = useRouter()
  const [isReloading, setIsReloading] = useState(error instanceof ChunkError)
  useEffect(() => {
    if (error instanceof ChunkError) void reloadOnce(Date.now()).then(setIsReloading)
  }, [error])
  if (isReloading) {
    return (
      <div className={styles.reloading}>
        <Note tone="accent" isAlert>
          {text('new_version')}
        </Note>
      </div>
    )
  }
  return (
    <ErrorNotice
      error={error}
      note={text('screen_failed_note')}
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}
