import type { ApiToken } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../../ui/display/button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorNotice } from '../../ui/layout/error-notice.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import styles from './section.module.css'
import { SettingRow } from './setting-row.tsx'
import { tokensQuery } from './use-credentials.ts'
import { useSettingsForm } from './use-settings-form.ts'

/** The API tokens of the user. */
export function TokensSection() {
  const text = useText()
  const tokens = useQuery(tokensQuery)
  const { openForm } = useSettingsForm()
  const create = (
    <Button variant="primary" icon="plus" onClick={() => openForm('token')}>
      {text('token_new')}
    </Button>
  )
  if (tokens.data === undefined) {
    return tokens.isError ? (
      <ErrorNotice error={tokens.error} onRetry={() => void tokens.refetch()} />
    ) : (
      <SkeletonRows rows={4} rowHeight={52} />
    )
  }
  if (tokens.data.length === 0) {
    return (
      <EmptyState icon="key" title={text('tokens_none')} actions={create}>
        {text('tokens_none_note')}{' '}
        <a className={styles.link} href="/reference">
          {text('reference_title')}
        </a>
      </EmptyState>
    )
  }
  return (
    <>
      <div className={styles.head}>
        <p className={styles.note}>
          {text('tokens_note')}{' '}
          <a className={styles.link} href="/reference">
            {text('reference_title')}
          </a>
        </p>
        {create}
      </div>
      <ul>
        {tokens.data.map(token => (
          <li key={token.id}>
            <TokenRow token={token} onRevoke={() => openForm('revoke', token.id)} />
          </li>
        ))}
      </ul>
    </>
  )
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const text = useText()
  const format = useFormat()
  const words = [
    `${token.prefix}…`,
    token.last_used_at === null
      ? text('token_never_used')
      : text('sign_in_used', { ago: format.ago(new Date(token.last_used_at)) }),
    token.expires_at === null
      ? text('token_for_ever')
      : text('token_until', { date: format.localDate(new Date(token.expires_at)) }),
    text('token_ends_with_password'),
  ]
  return (
    <SettingRow
      label={
        <>
          {token.name} <Tag>{text(`token_scope_${token.scope}`)}</Tag>
        </>
      }
      note={words.join(' · ')}
    >
      <Button aria-label={text('token_revoke_named', { name: token.name })} onClick={onRevoke}>
        {text('token_revoke')}
      </Button>
    </SettingRow>
  )
}
