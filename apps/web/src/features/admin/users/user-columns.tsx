import type { User } from '@plumbline/contract'
import { useMemo } from 'react'
import { useFormat } from '../../../lib/format/use-format.ts'
import { type Translate, useText } from '../../../lib/i18n/i18n.ts'
import { useUserSettings } from '../../../lib/session/user-settings.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import type { Column, PhoneRow } from '../../../ui/table/table-props.ts'
import styles from '../admin-list.module.css'
import { RowActions } from '../row-actions.tsx'
import { useAdminLocation } from '../use-admin-location.ts'
import { ResendButton } from './resend-button.tsx'

export function useUserColumns(): Column<User>[] {
  const text = useText()
  const { id: ownId } = useUserSettings()
  const { openForm } = useAdminLocation()
  return useMemo(
    () => [
      {
        id: 'name',
        header: text('user'),
        isSortable: true,
        cell: user => (
          <span className={styles.two}>
            <Avatar name={displayName(user)} />
            <span>
              <span className={styles.strong} title={displayName(user)}>
                {displayName(user)}
              </span>
              {user.name && (
                <span className={styles.second} title={user.email}>
                  {user.email}
                </span>
              )}
            </span>
          </span>
        ),
      },
      { id: 'role', header: text('role'), isSortable: true, cell: user => roleWords(user, text) },
      {
        id: 'family',
        header: text('user_sees'),
        isSortable: true,
        cell: user => <span className={styles.quiet}>{describeScope(user, text)}</span>,
      },
      { id: 'mfa', header: text('two_factor'), cell: user => <TwoFactorState user={user} /> },
      {
        id: 'last_sign_in_at',
        header: text('user_last_sign_in'),
        isSortable: true,
        cell: user => <LastSignIn user={user} />,
      },
      {
        id: 'actions',
        header: text('actions'),
        align: 'end',
        cell: user =>
          user.id === ownId ? (
            <span className={styles.quiet}>{text('user_you')}</span>
          ) : (
            <RowActions
              name={displayName(user)}
              onEdit={() => openForm('edit', user.id)}
              onDelete={() => openForm('delete', user.id)}
            />
          ),
      },
    ],
    [text, ownId, openForm],
  )
}

export function userPhoneRow(user: User, text: Translate): PhoneRow {
  return {
    mark: <Avatar name={displayName(user)} />,
    title: displayName(user),
    note: user.email,
    value: roleWords(user, text),
    change: <UserFlags user={user} />,
  }
}

/** The name of a user, or the e-mail address of an invited user without a name. */
export function displayName({ name, email }: User): string {
  return name || email
}

function roleWords({ role, accounts }: User, text: Translate): string {
  const word = text(`role_${role}`)
  if (accounts === null) return word
  return text('user_role_with_accounts', {
    role: word,
    accounts: text('accounts_of', { count: accounts.length }),
  })
}

function describeScope({ role, family, families }: User, text: Translate): string {
  if (family !== null) return family.name
  if (role !== 'adviser') return text('staff')
  const [only] = families
  return families.length === 1 && only ? only.name : text('user_sees_families', { count: families.length })
}

function TwoFactorState({ user }: { user: User }) {
  const text = useText()
  return (
    <span className={styles.status}>
      {user.is_mfa_active ? (
        <>
          <Icon name="check" size={14} className={styles.good} />
          {text('user_is_on')}
        </>
      ) : (
        <span className={styles.quiet}>{text('user_is_off')}</span>
      )}
      {user.is_mfa_required && <Tag tone="accent">{text('required')}</Tag>}
    </span>
  )
}

function LastSignIn({ user }: { user: User }) {
  const text = useText()
  const format = useFormat()
  if (user.is_disabled) return <UserFlags user={user} />
  if (user.is_pending_registration) {
    return (
      <span className={styles.status}>
        <UserFlags user={user} />
        <ResendButton user={user} label={text('send_again_named', { name: displayName(user) })} />
      </span>
    )
  }
  return user.last_sign_in_at === null ? (
    <span className={styles.quiet}>{text('user_never')}</span>
  ) : (
    format.ago(new Date(user.last_sign_in_at))
  )
}

/** Tags for pending and disabled users. */
export function UserFlags({ user }: { user: User }) {
  const text = useText()
  if (user.is_disabled) return <Tag tone="loss">{text('user_disabled')}</Tag>
  if (!user.is_pending_registration) return null
  const expiresAt = user.invitation_expires_at
  const isOver = expiresAt === null || new Date(expiresAt) < new Date()
  return (
    <>
      <Tag tone="warn">{text('pending_registration')}</Tag>
      {isOver && <span className={styles.expired}>{text('invitation_expired')}</span>}
    </>
  )
}
