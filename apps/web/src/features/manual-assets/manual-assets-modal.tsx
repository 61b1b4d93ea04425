import type { contract } from 'virtual:contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useFamilyId } from '../../filter/family/use-family.ts'
import type { Reply } from '../../lib/api/api.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useHasUnsaved } from '../../lib/browser/unsaved.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Button } from '../../ui/display/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { useDiscardDialog } from '../../ui/overlay/use-discard-dialog.tsx'
import { AssetEditor } from './asset-editor.tsx'
import type { AssetAccount, AssetForm } from './asset-types.ts'
import { ManualAccounts } from './manual-accounts.tsx'
import styles from './manual-assets.module.css'
import { ManualAssetsList } from './manual-assets-list.tsx'
import { assetFormsQuery, assetQuery, assetsQuery } from './use-manual-assets.ts'

/** Manual assets: the list beside the editor of the selected one. */
export function ManualAssetsModal({ modal, frame }: ModalProps<'assets'>) {
  const text = useText()
  const { change, open } = useModal()
  const isPhone = useIsPhone()
  const isDemo = useHasRole('demo')
  const family = useFamilyId()
  const forms = useQuery(assetFormsQuery(family))
  const list = useQuery(assetsQuery(family === undefined ? {} : { family }))
  const isNew = modal.form === 'new'
  const isAccounts = modal.form === 'accounts'
  const chosenId =
    isNew || isAccounts ? undefined : (modal.id ?? (isPhone ? undefined : list.data?.data[0]?.id))
  const isListShown = !isPhone || (chosenId === undefined && !isNew && !isAccounts)
  const isEdited = useHasUnsaved()
  const { ask, question } = useDiscardDialog(isEdited)
  const show = (fields: Parameters<typeof change>[0]) => ask(() => void change(fields))
  return (
    <Dialog
      {...frame}
      width={1160}
      isFullOnPhone
      isFilling
      isEdited={isEdited}
      title={text('assets_title')}
      actions={
        !isDemo && (
          <>
            {!isPhone && (
              <Button onClick={() => show({ form: 'accounts', id: undefined, tab: undefined })}>
                {text('assets_accounts')}
              </Button>
            )}
            <Button
              variant="primary"
              icon="plus"
              onClick={() => show({ form: 'new', id: undefined, tab: undefined })}
            >
              {text('assets_new')}
            </Button>
          </>
        )
      }
    >
      <div className={styles.columns}>
        {isListShown && (
          <ManualAssetsList
            query={list}
            type={modal.type}
            q={modal.q ?? ''}
            chosenId={chosenId}
            onFilter={fields => void change(fields)}
            onChoose={id => id !== chosenId && show({ id, form: undefined, tab: undefined })}
            {...(!isDemo &&
              isPhone && { onAccounts: () => void change({ form: 'accounts', id: undefined }) })}
          />
        )}
        {(!isPhone || !isListShown) && (
          <section className={styles.detail}>
            {isPhone && (
              <Button
                variant="quiet"
                size="small"
                icon="chevron-left"
                className={styles.back}
                onClick={() => show({ id: undefined, form: undefined, tab: undefined })}
              >
                {text('back')}
              </Button>
            )}
            {isAccounts ? (
              <ManualAccounts onOpen={() => void open({ kind: 'new-account' })} />
            ) : isDemo ? (
              <EmptyState icon="shield" title={text('details_demo')} />
            ) : (
              <AssetDetail modal={modal} chosenId={chosenId} forms={forms} />
            )}
          </section>
        )}
      </div>
      {question}
    </Dialog>
  )
}

interface AssetDetailProps extends Pick<ModalProps<'assets'>, 'modal'> {
  chosenId: string | undefined
  forms: UseQueryResult<Reply<typeof contract.assets.formFields>>
}

/** The editor of the chosen asset or of a new one. */
function AssetDetail({ modal, chosenId, forms }: AssetDetailProps) {
  const text = useText()
  const { change } = useModal()
  return (
    <QuerySection query={forms} skeleton={<SkeletonRows rows={8} />}>
      {({ data: known, accounts }) =>
        modal.form === 'new' ? (
          <AssetEditor
            key="new"
            asset={null}
            forms={known}
            accounts={accounts}
            tab="general"
            onTab={() => undefined}
            onSaved={id => void change({ id, form: undefined, tab: undefined })}
            onDeleted={() => undefined}
          />
        ) : chosenId === undefined ? (
          <EmptyState icon="home" title={text('assets_choose')} />
        ) : (
          <ChosenAsset
            key={chosenId}
            id={chosenId}
            forms={known}
            accounts={accounts}
            tab={modal.tab}
            onTab={tab => void change({ id: chosenId, tab: tab === 'general' ? undefined : tab })}
            onDeleted={() => void change({ id: undefined, tab: undefined })}
          />
        )
      }
    </QuerySection>
  )
}

interface ChosenAssetProps {
  id: string
  forms: readonly AssetForm[]
  accounts: readonly AssetAccount[]
  tab: string | undefined
  onTab: (tab: string) => void
  onDeleted: () => void
}

function ChosenAsset({ id, forms, accounts, tab, onTab, onDeleted }: ChosenAssetProps) {
  const query = useQuery(assetQuery(id))
  return (
    <QuerySection query={query} className={styles.part} skeleton={<SkeletonRows rows={8} />}>
      {asset => (
        <AssetEditor
          // Remount for a new revision, as typed values belong to the one that was read.
          key={`${asset.id} ${asset.revision}`}
          asset={asset}
          forms={forms}
          accounts={accounts}
          tab={tab}
          onTab={onTab}
          onSaved={() => undefined}
          onDeleted={onDeleted}
        />
      )}
    </QuerySection>
  )
}
