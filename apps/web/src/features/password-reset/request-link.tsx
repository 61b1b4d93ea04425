import { contract } from 'virtual:contract'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../../ui/display/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { FormCard, FormEnd, FormNotes } from '../../ui/layout/form-card.tsx'
import { MailedLink } from '../../ui/layout/mailed-link.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'

export function RequestLink() {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  const [address, setAddress] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const requesting = useMutation({
    mutationFn: (email: string) => call(contract.auth.resetPassword, { body: { email } }),
    meta: { quiet: true },
  })
  usePageTitle(text('reset_title'))
  useEffect(() => input.current?.focus(), [])

  function submit(event: FormEvent): void {
    event.preventDefault()
    setIsChecked(true)
    if (address.trim() === '') input.current?.focus()
    else if (!requesting.isPending) requesting.mutate(address.trim())
  }

  if (requesting.isSuccess) {
    return (
      <MailedLink
        address={address.trim()}
        note={text('reset_sent_note', { address: address.trim() })}
        hasMailServer={requesting.data.data.has_mail_server}
        againLabel={text('use_another_name')}
        onAgain={() => requesting.reset()}
      />
    )
  }
  const isMissing = isChecked && address.trim() === ''
  return (
    <FormCard title={text('reset_title')} note={text('reset_note')}>
      {requesting.isError && (
        <FormNotes>
          <Note tone="loss" isAlert>
            {errorText(requesting.error, text)}
          </Note>
        </FormNotes>
      )}
      <form onSubmit={submit} noValidate>
        <Field label={text('username_or_email')} error={isMissing ? text('field_required') : undefined}>
          <TextInput
            ref={input}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={address}
            onChange={event => setAddress(event.target.value)}
          />
        </Field>
        <FormEnd note={<Link to="/login">{text('back_to_sign_in')}</Link>}>
          <Button type="submit" variant="primary" size="large" isWide isBusy={requesting.isPending}>
            {text('reset_submit')}
          </Button>
        </FormEnd>
      </form>
    </FormCard>
  )
}
