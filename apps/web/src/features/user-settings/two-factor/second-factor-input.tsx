import { useState } from 'react'
import { needsPassword } from '../../../lib/api/api-error.ts'
import { errorText } from '../../../lib/api/error-text.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Button } from '../../../ui/display/button.tsx'
import { CodeInput } from '../../../ui/form/code-input.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import styles from './two-factor.module.css'

interface SecondFactorInputProps {
  code: string
  onChange: (code: string) => void
  /** The number of wrong codes. A change resets the input to its first box. */
  failures: number
  error: Error | null
  isBusy: boolean
  /** Whether a backup code is accepted. */
  mayBeBackup?: boolean
}

/** Input for a code of the app or a backup code. */
export function SecondFactorInput({
  code,
  onChange,
  failures,
  error,
  isBusy,
  mayBeBackup = false,
}: SecondFactorInputProps) {
  const text = useText()
  const [isBackup, setIsBackup] = useState(false)
  const problem = error === null || needsPassword(error) ? undefined : errorText(error, text)
  return (
    <div className={styles.second}>
      {isBackup ? (
        <Field label={text('backup_code')} error={problem}>
          <TextInput
            // It replaces the boxes that had the focus.
            autoFocus
            value={code}
            onChange={event => onChange(event.target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
      ) : (
        <Field label={text('code_title')} error={problem} help={text('two_factor_code_help')}>
          <CodeInput
            key={failures}
            value={code}
            onChange={onChange}
            onComplete={onChange}
            isDisabled={isBusy}
            isFocused
          />
        </Field>
      )}
      {mayBeBackup && (
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            onChange('')
            setIsBackup(!isBackup)
          }}
        >
          {text(isBackup ? 'use_app_code' : 'use_backup_code')}
        </Button>
      )}
    </div>
  )
}
