import { useText } from '../../../lib/i18n/i18n.ts'
import { Button } from '../../../ui/display/button.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Spacer } from '../../../ui/overlay/dialog.tsx'
import { codeLength, type TwoFactorSetup } from './use-two-factor-setup.ts'

interface SetupActionsProps {
  setup: TwoFactorSetup
  /** Absent where the setup is required: then there is no leaving it. */
  onLeave?: (() => void) | undefined
  onDone: () => void
}

/** The buttons of each step: back at the start, on at the end. */
export function SetupActions({ setup, onLeave, onDone }: SetupActionsProps) {
  const text = useText()
  const { state } = setup
  switch (state.step) {
    case 'start':
      return (
        <>
          <Spacer />
          {onLeave && <Button onClick={onLeave}>{text('two_factor_not_now')}</Button>}
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
            checked={setup.hasKept}
            onChange={event => setup.setHasKept(event.target.checked)}
          />
          <Spacer />
          <Button variant="primary" disabled={!setup.hasKept} onClick={onDone}>
            {text('done')}
          </Button>
        </>
      )
  }
}
