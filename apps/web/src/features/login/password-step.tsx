import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useOnline } from '../../lib/browser/online.ts'
import { useLanguage, useText } from '../../lib/i18n/i18n.ts'
import { appSettingsQuery } from '../../lib/session/app-settings.ts'
import { useSession } from '../../lib/session/session.ts'
import { Button } from '../../ui/display/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { FormCard, FormCardFooter, FormEnd } from '../../ui/layout/form-card.tsx'
import { DemoHint } from './demo-hint.tsx'
import { LoginNotes } from './login-notes.tsx'
import { RecentSignIns } from './recent-sign-ins.tsx'
import { useLogin } from './use-login.ts'

interface PasswordStepProps {
  onCodeNeeded: (tfaId: string, username: string) => void
}

export function PasswordStep({ onCodeNeeded }: PasswordStepProps) {
  const text = useText()
  const { data: app } = useQuery(appSettingsQuery(useLanguage()))
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const usernameInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const login = useLogin(onCodeNeeded)
  const session = useSession()
  const isOnline = useOnline()

  useEffect(() => usernameInput.current?.focus(), [])
  useEffect(() => {
    if (login.isError) passwordInput.current?.focus()
  }, [login.isError])

  function submit(event: FormEvent): void {
    event.preventDefault()
    setIsChecked(true)
    if (username.trim() === '') usernameInput.current?.focus()
    else if (password === '') passwordInput.current?.focus()
    else if (!login.isPending) {
      const onError = () => isOnline && setPassword('')
      login.mutate({ username: username.trim(), password }, { onError })
      setIsChecked(false)
    }
  }

  const missing = (value: string) => (isChecked && value === '' ? text('field_required') : undefined)
  return (
    <>
      <RecentSignIns
        onChoose={name => {
          setUsername(name)
          passwordInput.current?.focus()
        }}
      />
      <FormCard>
        <LoginNotes
          error={login.error}
          isOnline={isOnline}
          hasEnded={session.status === 'out' && session.why === 'expired' && login.isIdle}
        />
        <form onSubmit={submit} noValidate>
          <Field label={text('username')} error={missing(username.trim())}>
            <TextInput
              ref={usernameInput}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              value={username}
              onChange={event => setUsername(event.target.value)}
            />
          </Field>
          <Field
            label={text('password')}
            labelEnd={<Link to="/password-reset/{-$uid}/{-$token}">{text('forgot_password')}</Link>}
            error={missing(password)}
          >
            <PasswordInput
              ref={passwordInput}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={event => setPassword(event.target.value)}
            />
          </Field>
          <FormEnd>
            <Button ref={button} type="submit" variant="primary" size="large" isWide isBusy={login.isPending}>
              {text(login.isPending ? 'signing_in' : 'sign_in')}
            </Button>
          </FormEnd>
        </form>
      </FormCard>
      {app?.demo && (
        <DemoHint
          demo={app.demo}
          onChoose={(name, secret) => {
            setUsername(name)
            setPassword(secret)
            button.current?.focus()
          }}
        />
      )}
      {app?.registration_open && (
        <FormCardFooter>
          {text('new_here')} <Link to="/register">{text('create_an_account')}</Link>
        </FormCardFooter>
      )}
    </>
  )
}
