import type { Flag } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/display/button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import type { IconName } from '../../ui/display/icons.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import styles from './status.module.css'
import { type Source, type Status, statusQuery } from './use-status.ts'

type StatusIcon = Source['icon']

const icons: Record<StatusIcon, { name: IconName; look: string | undefined }> = {
  1: { name: 'check', look: styles.good },
  0: { name: 'minus', look: styles.behind },
  [-1]: { name: 'close', look: styles.failed },
}

const order: readonly StatusIcon[] = [1, 0, -1]
/** Further positions are counted, not named. */
const maxNamed = 5

/** The data sources behind the figures, with result and time of the last run and the missing figures. */
export function StatusList() {
  const { body } = useFilter()
  const query = useQuery(statusQuery(body))
  return (
    <QuerySection query={query} skeleton={<SkeletonRows rows={6} />}>
      {status => <Sources status={status} />}
    </QuerySection>
  )
}

function Sources({ status: { data, extra } }: { status: Status }) {
  const text = useText()
  const { open } = useModal()
  const navigate = useNavigate()
  const isAdmin = useHasRole('admin')
  return (
    <div className={styles.list}>
      <div className={styles.head}>
        <h2>{text('status_title')}</h2>
        {order.map(icon => {
          const count = data.filter(source => source.icon === icon).length
          return (
            count > 0 && (
              <span key={icon} className={styles.count}>
                <StatusMark icon={icon} />
                {count}
              </span>
            )
          )
        })}
      </div>
      {data.length === 0 && <p className={styles.none}>{text('status_none')}</p>}
      <ul>
        {data.map(source => (
          <li key={source.id} className={styles.source}>
            <StatusMark icon={source.icon} />
            <span className={styles.name}>
              {source.name}
              {source.is_demo && <Tag tone="outline">{text('feeds_demo')}</Tag>}
              {source.accounts.length > 0 && (
                <span className={styles.accounts}>{source.accounts.map(({ name }) => name).join(', ')}</span>
              )}
            </span>
            <Outcome source={source} />
          </li>
        ))}
      </ul>
      {extra.missing.length > 0 && <MissingFigures missing={extra.missing} />}
      <div className={styles.ways}>
        <Button size="small" variant="quiet" onClick={() => void navigate({ to: '/sources' })}>
          {text('feeds_title')}
        </Button>
        <Button
          size="small"
          variant="quiet"
          onClick={() => void open({ kind: 'data-quality', tab: 'coverage' })}
        >
          {text('coverage')}
        </Button>
        <Button
          size="small"
          variant="quiet"
          onClick={() => void open({ kind: 'data-quality', tab: 'health' })}
        >
          {text('data_health')}
        </Button>
        <Button
          size="small"
          variant="quiet"
          onClick={() => void open({ kind: 'data-quality', tab: 'reconciliation' })}
        >
          {text('reconciliation')}
        </Button>
        {isAdmin && (
          <Button
            size="small"
            variant="quiet"
            onClick={() => void open({ kind: 'admin', tab: 'integrations' })}
          >
            {text('admin_integrations')}
          </Button>
        )}
      </div>
    </div>
  )
}

function StatusMark({ icon }: { icon: StatusIcon }) {
  const text = useText()
  const { name, look } = icons[icon]
  return (
    <span className={classNames(styles.icon, look)}>
      <Icon name={name} size={12} />
      <span className="visually-hidden">{text(`status_icon_${icon}`)}</span>
    </span>
  )
}

/** The time of the last run, after the error if there is one. */
function Outcome({ source }: { source: Source }) {
  const text = useText()
  const format = useFormat()
  const { icon, is_running: isRunning, last_run_at: last, data_date: dataDate, message } = source
  const when = last === null ? text('status_never') : format.moment(new Date(last))
  if (isRunning) return <span className={styles.outcome}>{text('status_running')}</span>
  if (icon === 1) return <span className={styles.outcome}>{when}</span>
  const words =
    icon === -1
      ? (message ?? text('status_failed'))
      : dataDate === null
        ? text('status_no_data')
        : text('status_no_data_since', { date: format.date(dataDate) })
  return (
    <span className={classNames(styles.outcome, icon === 0 ? styles.behindWords : styles.failedWords)}>
      {words}
      <span className={styles.when}>{when}</span>
    </span>
  )
}

function MissingFigures({ missing }: { missing: Status['extra']['missing'] }) {
  const text = useText()
  const named = missing.slice(0, maxNamed)
  return (
    <div className={styles.missing}>
      <Icon name="alert" size={14} />
      <div>
        <b>{text('status_missing', { count: missing.length })}</b>
        <ul>
          {named.map(({ position_id: id, name, flags }) => (
            <li key={id}>{text('status_missing_reason', { name, reason: text(missingReason(flags)) })}</li>
          ))}
          {missing.length > named.length && (
            <li>{text('status_missing_more', { count: missing.length - named.length })}</li>
          )}
        </ul>
      </div>
    </div>
  )
}

function missingReason(flags: readonly Flag[]) {
  if (flags.some(({ code }) => code === 'no_price')) return 'status_missing_price'
  return flags.some(({ code }) => code === 'no_rate') ? 'status_missing_rate' : 'status_missing_other_reason'
}
