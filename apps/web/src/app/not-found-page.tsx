import { Link } from '@tanstack/react-router'
import { useText } from '../lib/i18n/i18n.ts'
import { buttonClass } from '../ui/display/button.tsx'
import { usePageTitle } from '../ui/layout/page.tsx'
import { PlumbPage } from '../ui/layout/plumb-line.tsx'

export function NotFoundPage() {
  const text = useText()
  usePageTitle(text('error_page_not_found'))
  return (
    <PlumbPage
      title={text('error_page_not_found')}
      note={text('page_not_found_note')}
      action={
        <Link to="/" className={buttonClass({ size: 'large' })}>
          {text('back_to_home')}
        </Link>
      }
    />
  )
}
