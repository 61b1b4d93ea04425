import { useText } from '../../../lib/i18n/i18n.ts'
import { Button } from '../../../ui/display/button.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Spacer } from '../../../ui/overlay/dialog.tsx'
import { codeLength, type TwoFactorSetup } from './use-two-factor-setup.ts'

interface SetupActionsProps {
  setup: TwoFactorSetup
  /** Absent when the setup is mandatory. */
  onCancel?: (() => void) | undefined
  onDone: () => void
}

/** The buttons of each step. */
export function SetupActions({ setup, onCancel, onDone }: SetupActionsProps) {
  const text = useText()
  const { state } = setup
  switch (state.step) {
    case 'start':
      return (
        <>
          <Spacer />
          {onCancel && <Button onClick={onCancel}>{text('two_factor_not_now')}</Button>}
          <Button variant="primary" isBusy={setup.creating.isPending} onClick={setup.begin}>
            {text('two_factor_start')}
          </Button>
        </>
      )
    case 'scan':
      return (
        <>
          <Button onClick={setup.goToStart}>{text('back')}</Button>
          <Spacer />
          <Button variant="primary" onClick={() => setup.goTo('code', state.secret)}>
            {text('two_factor_scanned')}
          </Button>
        </>
      )
    case 'code':
      return (
        <>
          <Button onClick={() => setup.goTo('scan', state.secret)}>{text('back')}</Button>
          <Spacer />
          <Button
            variant="primary"
            isBusy={setup.activating.isPending}
            disabled={setup.code.length < codeLength && !setup.activating.isPending}
            onClick={() => setup.activate()}
          >
            {text('two_factor_activate')}
          </Button>
        </>
      )
    case 'backup':
      return (
        <>
          <Checkbox
            label={text('backup_codes_kept')}
            checked={setup.hasSavedCodes}
            onChange={event => setup.setHasSavedCodes(event.target.checked)}
          />
          <Spacer />
          <Button variant="primary" disabled={!setup.hasSavedCodes} onClick={onDone}>
            {text('done')}
          </Button>
        </>
      )
  }
}
