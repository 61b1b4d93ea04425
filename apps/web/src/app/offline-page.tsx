import { useText } from '../lib/i18n/i18n.ts'
import { Button } from '../ui/display/button.tsx'
import { usePageTitle } from '../ui/layout/page.tsx'
import { PlumbPage } from '../ui/layout/plumb-line.tsx'

/** Shown while offline when nothing has been loaded yet. */
export function OfflinePage({ onRetry, isRetrying }: { onRetry: () => void; isRetrying: boolean }) {
  const text = useText()
  usePageTitle(text('offline_title'))
  return (
    <PlumbPage
      title={text('offline_title')}
      note={text('offline_text')}
      action={
        <Button size="large" onClick={onRetry} isBusy={isRetrying}>
          {text('try_again')}
        </Button>
      }
    />
  )
}
