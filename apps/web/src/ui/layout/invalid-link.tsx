import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { buttonClass } from '../display/button.tsx'
import { FormCard } from './form-card.tsx'
import { Outcome } from './outcome.tsx'

/** A mailed link that no longer works, with a way to request a new one. */
export function InvalidLink({ newLink }: { newLink?: ReactNode }) {
  const text = useText()
  return (
    <FormCard>
      <Outcome icon="link" title={text('error_invalid_link')} note={text('invalid_link_note')}>
        {newLink}
        <Link
          to="/login"
          className={buttonClass({ size: 'large', isWide: true, variant: newLink ? 'quiet' : 'secondary' })}
        >
          {text('back_to_sign_in')}
        </Link>
      </Outcome>
    </FormCard>
  )
}
