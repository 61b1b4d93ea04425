import { isUnreachable } from '../../lib/api/api-error.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { unreachableText } from '../../lib/api/unreachable-text.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../display/button.tsx'
import { EmptyState } from './empty-state.tsx'

interface ErrorNoticeProps {
  error: unknown
  onRetry?: () => void
  isRetrying?: boolean
  /** What is not affected. In cards, the rest of the page. */
  note?: string
}

/** An error in place of the content that failed to load. */
export function ErrorNotice({ error, onRetry, isRetrying = false, note }: ErrorNoticeProps) {
  const text = useText()
  const isOffline = isUnreachable(error)
  const unreachable = unreachableText(text)
  return (
    <div role="alert">
      <EmptyState
        icon={isOffline ? 'offline' : 'alert'}
        title={isOffline ? unreachable.title : errorText(error, text)}
        actions={
          onRetry && (
            <Button onClick={onRetry} isBusy={isRetrying}>
              {text('try_again')}
            </Button>
          )
        }
      >
        {isOffline ? unreachable.note : (note ?? text('load_failed_note'))}
      </EmptyState>
    </div>
  )
}
