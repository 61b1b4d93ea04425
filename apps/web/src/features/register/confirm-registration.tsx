import { contract } from 'virtual:contract'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { hasCode } from '../../lib/api/api-error.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { usernameProblem } from '../../lib/session/account-rules.ts'
import { homePath } from '../../lib/session/return-path.ts'
import { session } from '../../lib/session/session.ts'
import { Button, buttonClass } from '../../ui/display/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { FormCard, FormEnd } from '../../ui/layout/form-card.tsx'
import { Outcome } from '../../ui/layout/outcome.tsx'

interface ConfirmRegistrationProps {
  uid: string
  token: string
}

/**
 * Activates the account of a mailed link. Registration does not reveal whether a username is taken, so the
 * user may have to choose another one here.
 */
export function ConfirmRegistration({ uid, token }: ConfirmRegistrationProps) {
  const text = useText()
  const navigate = useNavigate()
  const hasStarted = useRef(false)
  const [username, setUsername] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const confirming = useMutation({
    mutationFn: (other?: string) =>
      call(contract.auth.confirmRegistration, { body: { uid, token, ...(other && { username: other }) } }),
    meta: { quiet: true },
    onSuccess: () => {
      session.begin()
      void navigate({ to: homePath, replace: true })
    },
  })
  const { mutate } = confirming
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    mutate(undefined)
  }, [mutate])

  const problem = usernameProblem(username)
  function submit(event: FormEvent): void {
    event.preventDefault()
    setIsChecked(true)
    if (problem === undefined) mutate(username.trim())
  }

  if (hasCode(confirming.error, 'already_exists')) {
    const error = isChecked && problem !== undefined ? text(problem) : undefined
    return (
      <FormCard title={text('create_an_account')} note={text('username_taken_note')}>
        <form onSubmit={submit} noValidate>
          <Field label={text('username')} error={error}>
            <TextInput
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              value={username}
              onChange={event => setUsername(event.target.value)}
            />
          </Field>
          <FormEnd>
            <Button type="submit" variant="primary" size="large" isWide isBusy={confirming.isPending}>
              {text('register_submit')}
            </Button>
          </FormEnd>
        </form>
      </FormCard>
    )
  }
  if (confirming.isError) {
    return (
      <FormCard>
        <Outcome icon="link" title={errorText(confirming.error, text)} note={text('invalid_link_note')}>
          <Link to="/register" className={buttonClass({ variant: 'primary', size: 'large', isWide: true })}>
            {text('ask_for_new_link')}
          </Link>
        </Outcome>
      </FormCard>
    )
  }
  return (
    <FormCard>
      <Outcome icon="mail" tone="accent" title={text('confirm_title')} note={text('confirm_note')} />
    </FormCard>
  )
}
