import { type FormEvent, useState } from 'react'
import { errorText } from '../../lib/api/error-text.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/display/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea, TextInput } from '../../ui/form/text-input.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import type { ApiCall } from './api-document.ts'
import styles from './api-reference.module.css'
import { CallResponse } from './call-response.tsx'
import { type CallResult, type CallValues, sendCall } from './send-call.ts'

/** One call: a line that opens its form. */
export function CallDetails({ call }: { call: ApiCall }) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const { method, path, summary, may } = call
  return (
    <details className={styles.call} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <span className={classNames(styles.method, styles[method.toLowerCase()])}>{method}</span>
        <code className={styles.path}>{path}</code>
        <span className={styles.what}>{summary}</span>
      </summary>
      {isOpen && (
        <div className={styles.inside}>
          <p className={styles.note}>
            {may === 'anyone' ? text('reference_anyone') : text('reference_roles', { roles: may.join(', ') })}
          </p>
          <CallForm call={call} />
        </div>
      )}
    </details>
  )
}

type Outcome =
  | { kind: 'none' }
  | { kind: 'sending' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'replied'; result: CallResult }

/** The parameters and the body, filled with the documented examples of what is required. */
function CallForm({ call }: { call: ApiCall }) {
  const text = useText()
  const [parameters, setParameters] = useState(() => requiredExamples(call))
  const [json, setJson] = useState(() => JSON.stringify(call.body?.example, null, 2) ?? '')
  const [file, setFile] = useState<File | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })
  const isJson = call.body?.type === 'application/json'
  const isInvalid = isJson && json.trim() !== '' && !isValidJson(json)
  const send = async () => {
    setAsking(false)
    setOutcome({ kind: 'sending' })
    const body: CallValues['body'] = isJson ? (json.trim() === '' ? null : json) : file
    try {
      setOutcome({ kind: 'replied', result: await sendCall(call, { parameters, body }) })
    } catch (error) {
      setOutcome({ kind: 'failed', error })
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isInvalid) return
    if (call.isRead) void send()
    else setAsking(true)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <ParameterFields call={call} values={parameters} onChange={setParameters} />
      {isJson && <JsonField json={json} isInvalid={isInvalid} onChange={setJson} />}
      {call.body !== null && !isJson && (
        <Field label={text('reference_file')}>
          <TextInput type="file" required onChange={event => setFile(event.target.files?.[0] ?? null)} />
        </Field>
      )}
      <div>
        <Button
          type="submit"
          variant={call.isRead ? 'primary' : 'danger'}
          size="small"
          isBusy={outcome.kind === 'sending'}
          disabled={isInvalid}
        >
          {text(call.isRead ? 'reference_send' : 'reference_send_change')}
        </Button>
      </div>
      {outcome.kind === 'failed' && (
        <Note tone="loss" isAlert>
          {errorText(outcome.error, text)}
        </Note>
      )}
      {outcome.kind === 'replied' && <CallResponse call={call} result={outcome.result} />}
      <ConfirmSend {...{ call, isAsking }} onClose={() => setAsking(false)} onConfirm={() => void send()} />
    </form>
  )
}

interface ParameterFieldsProps {
  call: ApiCall
  values: Record<string, string>
  onChange: (values: Record<string, string>) => void
}

function ParameterFields({ call, values, onChange }: ParameterFieldsProps) {
  return (
    <div className={styles.fields}>
      {call.parameters.map(({ name, in: place, required, description, example }) => (
        <Field key={`${place} ${name}`} label={required ? `${name} *` : name} help={description}>
          <TextInput
            size="small"
            className={styles.mono}
            value={values[name] ?? ''}
            placeholder={String(example)}
            required={required}
            autoComplete="off"
            spellCheck={false}
            onChange={event => onChange({ ...values, [name]: event.target.value })}
          />
        </Field>
      ))}
    </div>
  )
}

interface JsonFieldProps {
  json: string
  isInvalid: boolean
  onChange: (json: string) => void
}

function JsonField({ json, isInvalid, onChange }: JsonFieldProps) {
  const text = useText()
  return (
    <Field label={text('reference_body')} error={isInvalid ? text('reference_invalid_json') : undefined}>
      <TextArea
        className={styles.mono}
        rows={Math.min(16, Math.max(3, json.split('\n').length))}
        value={json}
        spellCheck={false}
        onChange={event => onChange(event.target.value)}
      />
    </Field>
  )
}

interface ConfirmSendProps {
  call: ApiCall
  isAsking: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Asks before a call that changes data. */
function ConfirmSend({ call: { method, path }, isAsking, onClose, onConfirm }: ConfirmSendProps) {
  const text = useText()
  return (
    <ConfirmDialog
      isOpen={isAsking}
      onClose={onClose}
      title={text('reference_confirm', { method, path })}
      confirmLabel={text('reference_send_change')}
      safeLabel={text('cancel')}
      onConfirm={onConfirm}
    >
      {text('reference_confirm_note')}
    </ConfirmDialog>
  )
}

function requiredExamples({ parameters }: ApiCall): Record<string, string> {
  return Object.fromEntries(
    parameters.filter(({ required }) => required).map(({ name, example }) => [name, String(example)]),
  )
}

function isValidJson(json: string): boolean {
  try {
    JSON.parse(json)
    return true
  } catch {
    return false
  }
}
