import type { MailStatus } from '@plumbline/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Button } from '../../../ui/display/button.tsx'
import { Copyable } from '../../../ui/display/copyable.tsx'
import { Note } from '../../../ui/display/note.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { ErrorNotice } from '../../../ui/layout/error-notice.tsx'
import { SkeletonRows } from '../../../ui/layout/skeleton.tsx'
import { TablePaging } from '../../../ui/table/table-paging.tsx'
import { AdminList } from '../admin-list.tsx'
import { FilterSelect } from '../filter-select.tsx'
import { useAdminChange } from '../use-admin-change.ts'
import { useAdminList, useAdminLocation } from '../use-admin-location.ts'
import styles from './outbox-tab.module.css'
import { type Mail, mailActions, outboxQuery } from './use-audit.ts'

const statuses: readonly MailStatus[] = ['waiting', 'sent', 'failed', 'discarded']
const tones = { waiting: 'warn', sent: 'gain', failed: 'loss', discarded: 'plain' } as const
const noOrders: readonly never[] = []

/** Waiting and sent mails. Without a mail server, administrators pass on the links from here. */
export function OutboxTab() {
  const text = useText()
  const { fields, updateList } = useAdminLocation()
  const { query, pagingProps } = useAdminList(noOrders)
  const status = statuses.find(each => each === fields.type)
  const outbox = useQuery(
    outboxQuery({ limit: query.limit, offset: query.offset, ...(status && { status }) }),
  )
  const { data } = outbox
  const { paging } = pagingProps(data?.count)
  return (
    <AdminList
      filters={
        <FilterSelect
          label={text('outbox_status')}
          all={text('outbox_all')}
          options={statuses.map(value => ({ value, label: text(`mail_status_${value}`) }))}
          value={status}
          onChange={type => updateList({ type })}
        />
      }
    >
      {data === undefined ? (
        outbox.isError ? (
          <ErrorNotice error={outbox.error} onRetry={() => void outbox.refetch()} />
        ) : (
          <SkeletonRows rows={6} rowHeight={64} />
        )
      ) : (
        <div className={styles.content}>
          {!data.extra.has_mail_server && <Note tone="warn">{text('outbox_no_server')}</Note>}
          {data.data.length === 0 && (
            <EmptyState icon="mail" title={text('outbox_empty')}>
              {text('outbox_empty_note')}
            </EmptyState>
          )}
          <ul className={styles.mails}>
            {data.data.map(mail => (
              <li key={mail.id}>
                <MailCard mail={mail} mayBeSent={data.extra.has_mail_server} />
              </li>
            ))}
          </ul>
          {paging && data.count > paging.limit && <TablePaging {...paging} />}
        </div>
      )}
    </AdminList>
  )
}

function MailCard({ mail, mayBeSent }: { mail: Mail; mayBeSent: boolean }) {
  const text = useText()
  const format = useFormat()
  const sending = useAdminChange(mailActions.send)
  const discarding = useAdminChange(mailActions.discard)
  // The link is a secret: it lives only in this component's state, not in the query cache.
  const reading = useMutation({ mutationFn: mailActions.read })
  const link = reading.data?.data.link ?? null
  const isOpen = mail.status === 'waiting' || mail.status === 'failed'
  return (
    <article className={styles.mail} aria-label={mail.subject}>
      <header className={styles.head}>
        <h3 className={styles.subject}>{mail.subject}</h3>
        <Tag tone={tones[mail.status]}>{text(`mail_status_${mail.status}`)}</Tag>
        <time className={styles.time} dateTime={mail.created_at}>
          {format.moment(new Date(mail.created_at))}
        </time>
      </header>
      <p className={styles.to}>{text('outbox_to', { address: mail.to })}</p>
      {mail.discard_reason !== null && <Note>{text(`mail_discarded_${mail.discard_reason}`)}</Note>}
      {isOpen && (
        <>
          <p className={styles.text}>{mail.text.replace(/\n…\n+/, '').trim()}</p>
          {link !== null && <Copyable value={link} />}
          {mail.last_error !== null && <Note tone="loss">{mail.last_error}</Note>}
          <div className={styles.acts}>
            {mail.has_link && link === null && (
              <Button size="small" isBusy={reading.isPending} onClick={() => reading.mutate(mail.id)}>
                {text('outbox_show_link')}
              </Button>
            )}
            {mayBeSent && (
              <Button size="small" isBusy={sending.isPending} onClick={() => sending.mutate(mail.id)}>
                {text('outbox_send')}
              </Button>
            )}
            <Button
              size="small"
              variant="quiet"
              isBusy={discarding.isPending}
              onClick={() => discarding.mutate(mail.id)}
            >
              {text('outbox_discard')}
            </Button>
          </div>
        </>
      )}
    </article>
  )
}
