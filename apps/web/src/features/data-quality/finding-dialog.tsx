import { useState } from 'react'
import { showToast } from '../../lib/browser/toasts.ts'
import { useHideNumbers } from '../../lib/format/hide-numbers.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { Money } from '../../portfolio/cells.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Dialog, type DialogFrame, Spacer } from '../../ui/overlay/dialog.tsx'
import styles from './data-quality.module.css'
import { type Finding, qualityActions, useQualityChange } from './use-data-quality.ts'
import { useRemedy } from './use-remedy.ts'

/** A finding with its remedy and the option to accept it. */
export function FindingDialog({ finding, frame }: { finding: Finding; frame: DialogFrame }) {
  const text = useText()
  const format = useFormat()
  const hide = useHideNumbers()
  const isDemo = useHasRole('demo')
  const [note, setNote] = useState(finding.decision?.note ?? '')
  const remedy = useRemedy()(finding)
  const isAccepted = finding.decision === null
  const deciding = useQualityChange(qualityActions.decide, () => {
    showToast(text(isAccepted ? 'health_kept' : 'health_reopened'), 'success')
    frame.onClose()
  })
  return (
    <Dialog
      {...frame}
      title={finding.name}
      isEdited={note !== (finding.decision?.note ?? '')}
      footer={
        <>
          {!isDemo && (
            <Button
              variant="quiet"
              isBusy={deciding.isPending}
              onClick={() => deciding.mutate({ id: finding.id, note, isAccepted })}
            >
              {text(isAccepted ? 'health_keep' : 'health_take_back')}
            </Button>
          )}
          <Spacer />
          {remedy && (
            <Button variant="primary" onClick={remedy.go}>
              {remedy.label}
            </Button>
          )}
        </>
      }
    >
      <dl className={styles.facts}>
        <div>
          <dt>{text(`finding_${finding.kind}`)}</dt>
          <dd>{hide(finding.reason)}</dd>
        </div>
        {finding.place !== null && (
          <div>
            <dt>{text('health_where')}</dt>
            <dd>{finding.place}</dd>
          </div>
        )}
        <div>
          <dt>{text('health_effect')}</dt>
          <dd>{finding.effect ?? '–'}</dd>
        </div>
        {finding.value !== null && (
          <div>
            <dt>{text('health_value')}</dt>
            <dd>
              <Money value={finding.value} />
            </dd>
          </div>
        )}
      </dl>
      {remedy === null && !isDemo && <Note>{text('health_by_admin')}</Note>}
      {finding.decision ? (
        <Note tone="accent">
          {text('health_decided', {
            name: finding.decision.by.name,
            time: format.moment(new Date(finding.decision.at)),
          })}
          {finding.decision.note !== null && <div>{finding.decision.note}</div>}
        </Note>
      ) : (
        !isDemo && (
          <Field label={text('health_note')}>
            <TextInput value={note} maxLength={5000} onChange={event => setNote(event.target.value)} />
          </Field>
        )
      )}
    </Dialog>
  )
}
