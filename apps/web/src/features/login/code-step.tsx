import { type FormEvent, useEffect, useRef, useState } from 'react'
import { errorText } from '../../lib/api/error-text.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { RichText } from '../../lib/i18n/rich-text.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { CodeInput } from '../../ui/form/code-input.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { FormCard, FormEnd } from '../../ui/layout/form-card.tsx'
import styles from './login.module.css'
import { useVerifyCode } from './use-login.ts'

interface CodeStepProps {
  tfaId: string
  username: string
  onBack: () => void
}

const codeLength = 6

/** The second sign-in step: a code of the app, or a backup code. */
export function CodeStep({ tfaId, username, onBack }: CodeStepProps) {
  const text = useText()
  const typed = useTypedCode(tfaId, username)
  const { isApp, verify } = typed
  const backupInput = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isApp) backupInput.current?.focus()
  }, [isApp])

  const error = verify.error === null ? undefined : errorText(verify.error, text)
  const name = <b>{username}</b>
  return (
    <FormCard>
      <h2 className={styles.title}>
        <Icon name="shield" />
        {text(isApp ? 'code_title' : 'backup_code')}
      </h2>
      <p className={styles.words}>
        <RichText text={isApp ? 'code_note' : 'backup_code_note'} values={{ name }} />
      </p>
      <form onSubmit={typed.submit} noValidate>
        {isApp ? (
          <Field label={text('code_title')} isLabelHidden error={error} help={text('code_help')}>
            <CodeInput
              key={typed.entry}
              value={typed.code}
              onChange={typed.change}
              onComplete={typed.check}
              isDisabled={verify.isPending}
              isFocused
            />
          </Field>
        ) : (
          <Field label={text('backup_code')} isLabelHidden error={error}>
            <TextInput
              ref={backupInput}
              value={typed.code}
              onChange={event => typed.change(event.target.value)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Field>
        )}
        <FormEnd>
          <Button
            type="submit"
            variant="primary"
            size="large"
            isWide
            isBusy={verify.isPending}
            disabled={!typed.isComplete && !verify.isPending && !verify.isError}
          >
            {text(verify.isPending ? 'code_checking' : verify.isError ? 'try_again' : 'code_continue')}
          </Button>
        </FormEnd>
      </form>
      <div className={styles.ways}>
        <button type="button" className={styles.way} onClick={typed.switchWay}>
          {text(isApp ? 'use_backup_code' : 'use_app_code')}
        </button>
        <button type="button" className={styles.back} onClick={onBack}>
          {text('back_to_sign_in')}
        </button>
      </div>
    </FormCard>
  )
}

/** The code while it is typed, and its check by the server. */
function useTypedCode(tfaId: string, username: string) {
  const [way, setWay] = useState<'app' | 'backup'>('app')
  const [code, setCode] = useState('')
  /** Key of the code boxes. A change remounts them with the focus in the first one. */
  const [entry, setEntry] = useState(0)
  const verify = useVerifyCode(tfaId, username)
  const isApp = way === 'app'
  const isComplete = isApp ? code.length === codeLength : code.trim() !== ''

  function change(next: string): void {
    setCode(next)
    if (verify.isError) verify.reset()
  }

  function restart(): void {
    setCode('')
    setEntry(count => count + 1)
  }

  function check(complete: string): void {
    // Clear six wrong digits, which would submit on the next one; a backup code can be corrected.
    verify.mutate(complete, { onError: () => isApp && restart() })
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (verify.isError) {
      verify.reset()
      restart()
    } else if (isComplete && !verify.isPending) check(code.trim())
  }

  function switchWay(): void {
    change('')
    setWay(isApp ? 'backup' : 'app')
  }

  return { isApp, code, entry, verify, isComplete, change, check, submit, switchWay }
}
