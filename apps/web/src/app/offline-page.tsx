import { unreachableText } from '../lib/api/unreachable-text.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { Button } from '../ui/display/button.tsx'
import { usePageTitle } from '../ui/layout/page.tsx'
import { PlumbPage } from '../ui/layout/plumb-line.tsx'

/** Shown while the server cannot be reached and nothing has been loaded yet. */
export function OfflinePage({ onRetry, isRetrying }: { onRetry: () => void; isRetrying: boolean }) {
  const text = useText()
  const { title, note } = unreachableText(text)
  usePageTitle(title)
  return (
    <PlumbPage
      title={title}
      note={note}
      action={
        <Button size="large" onClick={onRetry} isBusy={isRetrying}>
          {text('try_again')}
        </Button>
      }
    />
  )
}
