import { Controller, type UseFormReturn } from 'react-hook-form'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Copyable } from '../../ui/display/copyable.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import styles from './sources.module.css'
import type { Feed } from './use-sources.ts'

export interface FeedValues {
  kind: 'folder' | 'flex'
  custodian: string
  name: string
  token: string
  query_id: string
  time: string
  quiet_after_days: string
  isActive: boolean
}

interface PartProps {
  form: UseFormReturn<FeedValues>
  /** Null for a new feed. */
  feed: Feed | null
}

/** What a new feed is: its kind and its custodian. */
export function NewFeedFields({
  form: { control, formState },
  custodians,
  hasInbox,
}: Pick<PartProps, 'form'> & {
  custodians: readonly { value: string; label: string }[]
  hasInbox: boolean
}) {
  const text = useText()
  const { errors } = formState
  const segments = (['folder', 'flex'] as const).map(value => ({
    value,
    label: text(`feeds_form_kind_${value}`),
  }))
  return (
    <>
      <Controller
        control={control}
        name="kind"
        render={({ field: { value, onChange } }) => (
          <Field label={text('feeds_form_kind')} error={fieldErrorText(errors.kind, text)}>
            <Segmented
              isWide
              label={text('feeds_form_kind')}
              segments={segments}
              value={value}
              onChange={onChange}
            />
            {value === 'folder' && !hasInbox && <Note tone="warn">{text('feeds_way_folder_off')}</Note>}
          </Field>
        )}
      />
      <Controller
        control={control}
        name="custodian"
        render={({ field: { value, onChange } }) => (
          <Field label={text('feeds_custodian')} error={fieldErrorText(errors.custodian, text)}>
            <Select options={custodians} value={value} onChange={onChange} />
          </Field>
        )}
      />
    </>
  )
}

export function FlexFields({ form: { register, formState }, feed }: PartProps) {
  const text = useText()
  const { errors } = formState
  return (
    <>
      <Field
        label={text('feeds_form_token')}
        help={text(feed === null ? 'feeds_form_token_note' : 'feeds_form_token_keep')}
        error={fieldErrorText(errors.token, text)}
      >
        <TextInput type="password" autoComplete="off" maxLength={200} {...register('token')} />
      </Field>
      <Field
        label={text('feeds_form_query')}
        help={text('feeds_form_query_note')}
        error={fieldErrorText(errors.query_id, text)}
      >
        <TextInput inputMode="numeric" autoComplete="off" maxLength={20} {...register('query_id')} />
      </Field>
      <Field label={text('feeds_form_time')} error={fieldErrorText(errors.time, text)}>
        <TextInput type="time" {...register('time')} />
      </Field>
    </>
  )
}

/** What an existing feed has besides: its name, its folder, and whether it is active. */
export function KnownFeedFields({ form: { register, formState }, feed }: PartProps) {
  const text = useText()
  return (
    <>
      <Field label={text('feeds_form_name')} error={fieldErrorText(formState.errors.name, text)}>
        <TextInput autoComplete="off" maxLength={200} {...register('name')} />
      </Field>
      {feed?.folder != null && (
        <div className={styles.folder}>
          <span>{text('feeds_kind_folder_plain')}</span>
          <Copyable value={feed.folder} isKey label={text('feeds_kind_folder_plain')} />
        </div>
      )}
      <Checkbox label={text('feeds_form_active')} {...register('isActive')} />
    </>
  )
}
