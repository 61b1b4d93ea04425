import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useHasRole } from '../../../lib/session/user-settings.ts'
import { Button, buttonClass } from '../../../ui/display/button.tsx'
import { Note } from '../../../ui/display/note.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { SkeletonRows } from '../../../ui/layout/skeleton.tsx'
import { WorkBar } from '../../../ui/layout/work-bar.tsx'
import { Spacer } from '../../../ui/overlay/dialog.tsx'
import styles from '../imports.module.css'
import { ArchivePlan, LeftOutMarket } from './archive-plan.tsx'
import {
  type ArchiveContents,
  archiveErrorText,
  type RestoredFamily,
  useContents,
  useRestore,
} from './use-archive-file.ts'

interface ArchiveStepProps {
  file: File
  onBack: () => void
  onClose: () => void
}

/** Shows the contents of an archive and lets administrators restore it as a new family. */
export function ArchiveStep({ file, onBack, onClose }: ArchiveStepProps) {
  const text = useText()
  const mayRestore = useHasRole('admin')
  const [addsMarketData, setAddsMarketData] = useState(false)
  const contents = useContents(file, addsMarketData, mayRestore)
  const restore = useRestore()
  if (restore.data !== undefined) return <Restored family={restore.data} onClose={onClose} />
  return (
    <>
      <div className={styles.content}>
        <div className={styles.result}>
          <p>
            <b className={styles.cut}>{file.name}</b>{' '}
            <span className={styles.quiet}>{text('archive_recognised')}</span>
          </p>
          {!mayRestore ? (
            <Note tone="warn">{text('archive_admins_only')}</Note>
          ) : contents.error !== null ? (
            <Note tone="loss" isAlert>
              {archiveErrorText(contents.error, text)}
            </Note>
          ) : contents.data === undefined ? (
            <SkeletonRows rows={6} />
          ) : (
            <Contents
              contents={contents.data}
              error={restore.error}
              isRestoring={restore.isPending}
              addsMarketData={addsMarketData}
              onMarketData={setAddsMarketData}
              onName={restore.reset}
              onRestore={name => restore.mutate({ file, name, addsMarketData })}
            />
          )}
        </div>
      </div>
      <footer className={styles.footer}>
        <span className={styles.quiet}>{text('archive_all_or_nothing')}</span>
        <Spacer />
        <Button disabled={restore.isPending} onClick={onBack}>
          {text('back')}
        </Button>
        {contents.data !== undefined && (
          <Button
            variant="primary"
            type="submit"
            form={formId}
            isBusy={restore.isPending}
            disabled={contents.isPlaceholderData}
          >
            {text('archive_restore')}
          </Button>
        )}
      </footer>
    </>
  )
}

const formId = 'restore-archive'

interface ContentsProps {
  contents: ArchiveContents
  error: Error | null
  isRestoring: boolean
  addsMarketData: boolean
  onMarketData: (adds: boolean) => void
  /** Clears the error of the last attempt. */
  onName: () => void
  onRestore: (name: string) => void
}

function Contents(props: ContentsProps) {
  const { contents, error, isRestoring, addsMarketData, onMarketData, onName, onRestore } = props
  const text = useText()
  const format = useFormat()
  const [name, setName] = useState(contents.name)
  const isTaken =
    (contents.is_name_taken && name.trim().toLowerCase() === contents.name.toLowerCase()) ||
    (error instanceof ApiError && error.fields.name !== undefined)
  const words = text('archive_restoring', { count: contents.transactions_count })
  return (
    <>
      {contents.created_at !== null && (
        <p className={styles.quiet}>
          {text('archive_made_at', { moment: format.moment(new Date(contents.created_at)) })}
        </p>
      )}
      <Counts of={contents} />
      <ArchivePlan contents={contents} />
      <form
        id={formId}
        onSubmit={event => {
          event.preventDefault()
          if (name.trim() !== '' && !isRestoring) onRestore(name.trim())
        }}
      >
        <Field
          label={text('archive_new_name')}
          help={text('archive_new_name_help')}
          error={isTaken ? text('archive_name_taken') : undefined}
        >
          <TextInput
            value={name}
            maxLength={200}
            required
            disabled={isRestoring}
            onChange={event => {
              setName(event.target.value)
              onName()
            }}
          />
        </Field>
        {contents.can_add_market_data && (
          <Field label={text('archive_market')} help={text('archive_add_market_data_help')}>
            <Checkbox
              label={text('archive_add_market_data')}
              checked={addsMarketData}
              disabled={isRestoring}
              onChange={event => onMarketData(event.target.checked)}
            />
          </Field>
        )}
      </form>
      {error !== null && !isTaken && (
        <Note tone="loss" isAlert>
          {archiveErrorText(error, text)}
        </Note>
      )}
      {isRestoring && (
        <div role="status">
          <p>{words}</p>
          <WorkBar label={words} progress={null} isWide />
        </div>
      )}
    </>
  )
}

const counted = [
  'accounts',
  'transactions',
  'instruments',
  'prices',
  'strategies',
  'tickers',
  'templates',
  'reports',
  'rules',
  'benchmarks',
  'targets',
  'client_tasks',
] as const

function Counts({ of }: { of: ArchiveContents | RestoredFamily }) {
  const text = useText()
  const format = useFormat()
  return (
    <dl className={styles.balance}>
      {counted.map(what => (
        <div key={what}>
          <dt>{text(`archive_${what}`)}</dt>
          <dd className={styles.end}>{format.count(of[`${what}_count`])}</dd>
        </div>
      ))}
    </dl>
  )
}

function Restored({ family, onClose }: { family: RestoredFamily; onClose: () => void }) {
  const text = useText()
  return (
    <>
      <div className={styles.content}>
        <div className={styles.result}>
          <Note tone="gain">
            <b>{text('archive_restored', { name: family.family.name })}</b>{' '}
            {family.rules_count > 0 && text('archive_rules_paused')}
          </Note>
          <Counts of={family} />
          <LeftOutMarket rows={family.not_restored} />
          {family.left_out.map(({ kind, reason, count }) => (
            <Note key={`${kind} ${reason}`} tone="warn">
              {text(`archive_left_out_${reason}`, { count, what: text(`archive_${kind}s`) })}
            </Note>
          ))}
        </div>
      </div>
      <footer className={styles.footer}>
        <Spacer />
        <Link to="/overview" search={{ family: family.family.id, period: 'all' }} className={buttonClass({})}>
          {text('archive_see_family')}
        </Link>
        <Button variant="primary" onClick={onClose}>
          {text('imports_done')}
        </Button>
      </footer>
    </>
  )
}
