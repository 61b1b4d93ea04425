import { needsPassword } from '../../../lib/api/api-error.ts'
import { errorText } from '../../../lib/api/error-text.ts'
import { lazyComponent } from '../../../lib/browser/lazy-component.tsx'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Copyable } from '../../../ui/display/copyable.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { Note } from '../../../ui/display/note.tsx'
import { CodeInput } from '../../../ui/form/code-input.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Steps } from '../../../ui/layout/steps.tsx'
import { BackupCodes } from './backup-codes.tsx'
import styles from './two-factor.module.css'
import type { SetupStep, TwoFactorSetup } from './use-two-factor-setup.ts'

/** Loaded with the step that shows the QR code. */
const QrCode = lazyComponent(() => import('./qr-code.tsx').then(module => module.QrCode))

const order: readonly SetupStep['step'][] = ['start', 'scan', 'code', 'backup']

/** The content of each setup step. SetupActions has the buttons. */
export function SetupSteps({ setup, isRequired }: { setup: TwoFactorSetup; isRequired: boolean }) {
  const text = useText()
  const { state } = setup
  return (
    <>
      <Steps steps={order.map(step => text(`two_factor_step_${step}`))} current={order.indexOf(state.step)} />
      <div className={styles.step}>
        {state.step === 'start' && <Start setup={setup} isRequired={isRequired} />}
        {state.step === 'scan' && <Scan url={state.secret.url} secretKey={state.secret.key} />}
        {state.step === 'code' && <Code setup={setup} />}
        {state.step === 'backup' && (
          <>
            <Note tone="gain">{text('two_factor_done')}</Note>
            <BackupCodes codes={state.codes} />
          </>
        )}
      </div>
    </>
  )
}

function Start({ setup, isRequired }: { setup: TwoFactorSetup; isRequired: boolean }) {
  const text = useText()
  return (
    <>
      <Icon name="shield" size={28} className={styles.shield} />
      <h3 className={styles.title}>{text('two_factor_start_title')}</h3>
      {isRequired && <p className={styles.words}>{text('two_factor_required_note')}</p>}
      <p className={styles.words}>{text('two_factor_start_note')}</p>
      {setup.creating.isError && !needsPassword(setup.creating.error) && (
        <Note tone="loss" isAlert>
          {errorText(setup.creating.error, text)}
        </Note>
      )}
    </>
  )
}

function Scan({ url, secretKey }: { url: string; secretKey: string }) {
  const text = useText()
  const groups = secretKey.match(/.{1,4}/g)?.join(' ') ?? secretKey
  return (
    <>
      <p className={styles.words}>{text('two_factor_scan_note')}</p>
      <div className={styles.qr}>
        <QrCode value={url} />
      </div>
      <div>
        <p className={styles.label}>{text('two_factor_key')}</p>
        <Copyable value={secretKey} shown={groups} isKey label={text('two_factor_key')} />
      </div>
    </>
  )
}

function Code({ setup }: { setup: TwoFactorSetup }) {
  const text = useText()
  const { error } = setup.activating
  const problem = error === null || needsPassword(error) ? undefined : errorText(error, text)
  return (
    <>
      <p className={styles.words}>{text('two_factor_code_note')}</p>
      <Field label={text('code_title')} isLabelHidden help={text('two_factor_code_help')} error={problem}>
        <CodeInput
          // Remount after a wrong code, so that the next one starts in the first box.
          key={setup.failures}
          value={setup.code}
          onChange={setup.enter}
          onComplete={setup.activate}
          isDisabled={setup.activating.isPending}
          isFocused
        />
      </Field>
    </>
  )
}
