import type { Task } from '@plumbline/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { FamilyField, useNewFamily } from '../../filter/family/family-field.tsx'
import { ApiError, hasCode } from '../../lib/api/api-error.ts'
import { errorText, translateMessage } from '../../lib/api/error-text.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useReportUnsaved } from '../../lib/browser/unsaved.ts'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../../ui/display/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { RuleField } from './rule-field.tsx'
import { RuleNote } from './rule-note.tsx'
import {
  isInPercent,
  type RuleValue,
  type RuleValues,
  toFormValues,
  toRequestBody,
  validateValues,
} from './rule-values.ts'
import styles from './rules.module.css'
import { type RuleForm, saveRule, useDeleteRule, useRulesChanged } from './use-rules.ts'

interface RuleEditorProps {
  /** Null for a new rule. */
  rule: Task | null
  forms: readonly RuleForm[]
  isReadOnly: boolean
  /** The family of the rule. Empty while none is chosen. */
  family: string
  onFamily: (family: string) => void
  /** Called with the id after saving, without one after cancelling or deleting. */
  onDone: (id: string | undefined) => void
}

type Problems = Record<string, string>

/** Edits a rule. The server describes the fields of each type. */
export function RuleEditor(props: RuleEditorProps) {
  const { rule, forms, isReadOnly, family, onDone } = props
  const text = useText()
  const { type, setType, fields, values, problems, change, changeFamily, saving, submit, reload, reset } =
    useRuleForm(props)
  const isUnderField =
    problems.family !== undefined || fields.some(({ name }) => problems[name] !== undefined)
  return (
    <form className={styles.editor} noValidate onSubmit={submit} aria-label={rule?.name ?? text('rules_new')}>
      <div className={styles.fields}>
        {saving.isError && !isUnderField && (
          <Note tone="loss" isAlert>
            {errorText(saving.error, text)}{' '}
            {hasCode(saving.error, 'conflict') && (
              <Button size="small" onClick={() => void reload()}>
                {text('reload')}
              </Button>
            )}
          </Note>
        )}
        <Field label={text('rules_kind')}>
          {rule === null ? (
            <Select
              options={forms.map(({ id, name }) => ({ value: id, label: name }))}
              value={type}
              onChange={setType}
            />
          ) : (
            <TextInput readOnly value={forms.find(({ id }) => id === type)?.name ?? ''} />
          )}
        </Field>
        {hasFamily(type) && (
          <FamilyField
            value={family}
            isFixed={rule !== null}
            error={problems.family}
            onChange={changeFamily}
          />
        )}
        {fields.map(field => (
          <RuleField
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            onChange={value => change(field.name, value)}
            error={problems[field.name]}
            isInPercent={isInPercent(field, values)}
          />
        ))}
        <RuleNote rule={rule} type={type} fields={fields} />
      </div>
      {!isReadOnly && (
        <div className={styles.footer}>
          {rule !== null && <DeleteRule rule={rule} onDone={() => onDone(undefined)} />}
          <span className={styles.spacer} />
          <Button
            onClick={() => {
              reset()
              onDone(undefined)
            }}
          >
            {text('cancel')}
          </Button>
          <Button type="submit" variant="primary" isBusy={saving.isPending}>
            {text('save')}
          </Button>
        </div>
      )}
    </form>
  )
}

/** Price targets belong to the user's watchlist, not to a family. */
function hasFamily(type: Task['task_type']): boolean {
  return type !== 'price_target'
}

/** The typed values of the editor, their validation and saving. */
function useRuleForm({ rule, forms, isReadOnly, family, onFamily, onDone }: RuleEditorProps) {
  const text = useText()
  const locale = useNumberLocale()
  const changed = useRulesChanged()
  const [type, setType] = useState<Task['task_type']>(rule?.task_type ?? forms[0]?.id ?? 'event_reminder')
  const fields = forms.find(({ id }) => id === type)?.fields ?? []
  const [entered, setEntered] = useState<RuleValues>({})
  const [problems, setProblems] = useState<Problems>({})
  const newFamily = useNewFamily()
  /** The version shown when typing began, to detect concurrent changes. */
  const [version, setVersion] = useState<number | undefined>(undefined)
  useReportUnsaved(Object.keys(entered).length > 0)
  const values = { ...toFormValues(rule, fields, locale), ...entered }
  const saving = useMutation({
    mutationFn: () =>
      saveRule(rule && { id: rule.id, version: version ?? rule.version }, type, {
        ...toRequestBody(fields, values, locale),
        ...(rule === null && hasFamily(type) && family !== '' && { family }),
      }),
    // The form shows the error.
    meta: { quiet: true },
    onSuccess: ({ id }) => {
      void changed()
      setEntered({})
      setVersion(undefined)
      showToast(text('saved'), 'success')
      onDone(id)
    },
    onError: error => setProblems(serverProblems(error)),
  })
  return {
    type,
    fields,
    values,
    problems,
    saving,
    setType: (chosen: Task['task_type']) => {
      setType(chosen)
      setProblems({})
    },
    change: (name: string, value: RuleValue) => {
      setVersion(before => before ?? rule?.version)
      setEntered(before => ({ ...before, [name]: value }))
      setProblems(({ [name]: _, ...others }) => others)
    },
    changeFamily: (chosen: string) => {
      onFamily(chosen)
      setEntered(({ 'task_data.accounts': _, 'task_data.report': __, ...others }) => others)
      setProblems(({ family: _, ...others }) => others)
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      event.stopPropagation()
      if (isReadOnly || saving.isPending) return
      const missing = hasFamily(type) ? newFamily.problem(family) : true
      const found = {
        ...validateValues(fields, values, locale),
        ...(missing !== true && { family: missing }),
      }
      setProblems(Object.fromEntries(Object.entries(found).map(([name, key]) => [name, text(key)])))
      if (Object.keys(found).length === 0) saving.mutate()
    },
    /** Loads the newer version. Typed values stay. */
    reload: async () => {
      await changed()
      setVersion(undefined)
      saving.reset()
      showToast(text('reloaded_note'))
    },
    reset: () => {
      setEntered({})
      setVersion(undefined)
      setProblems({})
    },
  }
}

function serverProblems(error: Error): Problems {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(
    Object.entries(error.fields).map(([name, message]) => [
      name,
      translateMessage(error.fieldCodes[name] ?? '', message),
    ]),
  )
}

/** Asks for a confirmation, as deleting cannot be undone. */
function DeleteRule({ rule, onDone }: { rule: Task; onDone: () => void }) {
  const text = useText()
  const remove = useDeleteRule()
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <Button variant="quiet" icon="trash" onClick={() => setIsAsked(true)}>
        {text('delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={text('rules_delete_question', { name: rule.name })}
        confirmLabel={text('rules_delete')}
        isBusy={remove.isPending}
        onConfirm={() =>
          remove.mutate(rule, {
            onSuccess: () => {
              setIsAsked(false)
              onDone()
            },
          })
        }
      >
        {text('rules_delete_note')}
      </ConfirmDialog>
    </>
  )
}
