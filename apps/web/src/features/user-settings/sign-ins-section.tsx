import { contract } from 'virtual:contract'
import type { SignIn } from '@plumbline/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../../ui/display/button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { ErrorNotice } from '../../ui/layout/error-notice.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import styles from './section.module.css'
import { SettingRow } from './setting-row.tsx'
import { signInsQuery } from './use-credentials.ts'

/** The active sign-ins. The current one is ended by signing out. */
export function SignInsSection() {
  const text = useText()
  const signIns = useQuery(signInsQuery)
  const { end, endOthers } = useEndSignIns()
  if (signIns.data === undefined) {
    return signIns.isError ? (
      <ErrorNotice error={signIns.error} onRetry={() => void signIns.refetch()} />
    ) : (
      <SkeletonRows rows={4} rowHeight={52} />
    )
  }
  const others = signIns.data.filter(({ is_current: isCurrent }) => !isCurrent)
  return (
    <>
      <div className={styles.head}>
        <p className={styles.note}>{text(others.length === 0 ? 'sign_ins_only_here' : 'sign_ins_note')}</p>
        {others.length > 0 && (
          <Button isBusy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {text('sign_ins_end_others')}
          </Button>
        )}
      </div>
      <ul>
        {signIns.data.map(signIn => (
          <li key={signIn.id}>
            <SignInRow
              signIn={signIn}
              isEnding={end.isPending && end.variables === signIn.id}
              onEnd={() => end.mutate(signIn.id)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

interface SignInRowProps {
  signIn: SignIn
  isEnding: boolean
  onEnd: () => void
}

function SignInRow({ signIn, isEnding, onEnd }: SignInRowProps) {
  const text = useText()
  const format = useFormat()
  const words = [
    ...(signIn.address === null ? [] : [signIn.address]),
    text('sign_in_since', { time: format.moment(new Date(signIn.started_at)) }),
    text('sign_in_used', { ago: format.ago(new Date(signIn.last_used_at)) }),
    text('sign_in_ends', { date: format.localDate(new Date(signIn.ends_at)) }),
  ]
  return (
    <SettingRow label={signIn.client} note={words.join(' · ')}>
      {signIn.is_current ? (
        <Tag tone="accent">{text('sign_in_here')}</Tag>
      ) : (
        <Button
          aria-label={text('sign_in_end_named', { client: signIn.client })}
          isBusy={isEnding}
          onClick={onEnd}
        >
          {text('sign_in_end')}
        </Button>
      )}
    </SettingRow>
  )
}

function useEndSignIns() {
  const text = useText()
  const queryClient = useQueryClient()
  const showEnded = (count: number) => {
    showToast(text('sign_ins_ended', { count }), 'success')
    return queryClient.invalidateQueries({ queryKey: signInsQuery.queryKey })
  }
  const end = useMutation({
    mutationFn: (id: string) => call(contract.auth.endSignIn, { params: { id } }),
    onSuccess: () => showEnded(1),
  })
  const endOthers = useMutation({
    mutationFn: () => call(contract.auth.endOtherSignIns),
    onSuccess: ({ data }) => showEnded(data.ended),
  })
  return { end, endOthers }
}
