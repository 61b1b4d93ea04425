import type { Task } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFamilyId, useHasSeveralFamilies } from '../../filter/family/use-family.ts'
import { type ModalOf, useModal } from '../../lib/browser/modals.ts'
import { useHasUnsaved } from '../../lib/browser/unsaved.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Switch } from '../../ui/form/checkbox.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { useDiscardDialog } from '../../ui/overlay/use-discard-dialog.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { useDescribeRule } from './rule-words.ts'
import styles from './rules.module.css'
import { ruleFormsQuery, rulesQuery, usePauseRule } from './use-rules.ts'

/** The list of rules beside the editor of the selected one. A phone shows one of the two. */
export function RulesTab({ modal }: { modal: ModalOf<'notifications'> }) {
  const text = useText()
  const { change } = useModal()
  const isPhone = useIsPhone()
  const isDemo = useHasRole('demo')
  const family = useFamilyId()
  const rules = useQuery(rulesQuery(family))
  const rows = rules.data?.data ?? []
  const isNew = modal.form === 'new' && !isDemo
  const chosen = isNew
    ? undefined
    : (rows.find(({ id }) => id === modal.id) ?? (isPhone ? undefined : rows[0]))
  const [newFamily, setNewFamily] = useState(family)
  const forms = useQuery(ruleFormsQuery(isNew ? (family ?? newFamily) : (chosen?.family?.id ?? family)))
  const isEditing = isNew || chosen !== undefined
  const { ask, question } = useDiscardDialog(useHasUnsaved())
  const choose = (id: string | undefined) => void change({ id, form: undefined })
  const leave = (id: string | undefined) => id !== chosen?.id && ask(() => choose(id))
  return (
    <div className={styles.columns}>
      {(!isPhone || !isEditing) && (
        <div className={styles.list}>
          <QuerySection query={rules} skeleton={<SkeletonRows rows={5} />}>
            {({ data }) =>
              data.length === 0 ? (
                <EmptyState icon="bell" title={text('rules_empty')}>
                  {text('rules_empty_note')}
                </EmptyState>
              ) : (
                <RuleList rules={data} chosenId={chosen?.id} onChoose={leave} isFixed={isDemo} />
              )
            }
          </QuerySection>
        </div>
      )}
      {isEditing && (
        <div className={styles.detail}>
          {isPhone && (
            <Button className={styles.back} variant="quiet" onClick={() => ask(() => choose(undefined))}>
              {text('back')}
            </Button>
          )}
          <QuerySection query={forms} skeleton={<SkeletonRows rows={6} />} className={styles.part}>
            {known => (
              <RuleEditor
                key={chosen?.id ?? 'new'}
                rule={chosen ?? null}
                forms={known}
                isReadOnly={isDemo}
                family={chosen?.family?.id ?? family ?? newFamily ?? ''}
                onFamily={setNewFamily}
                onDone={choose}
              />
            )}
          </QuerySection>
        </div>
      )}
      {question}
    </div>
  )
}

interface RuleListProps {
  rules: readonly Task[]
  chosenId: string | undefined
  onChoose: (id: string) => void
  isFixed: boolean
}

function RuleList({ rules, chosenId, onChoose, isFixed }: RuleListProps) {
  const text = useText()
  const describeRule = useDescribeRule()
  const pause = usePauseRule()
  const hasSeveralFamilies = useHasSeveralFamilies()
  const waiting = pause.isPending ? pause.variables : undefined
  return (
    <ul aria-label={text('notices_rules')}>
      {rules.map(rule => (
        <li key={rule.id} className={styles.row} data-chosen={rule.id === chosenId || undefined}>
          <button
            type="button"
            className={styles.name}
            aria-current={rule.id === chosenId ? 'true' : undefined}
            onClick={() => onChoose(rule.id)}
          >
            <b>{rule.name}</b>
            {hasSeveralFamilies && rule.family !== null && (
              <small title={rule.family.name}>{rule.family.name}</small>
            )}
            <small title={describeRule(rule)}>{describeRule(rule)}</small>
            {rule.accounts.length > 0 && (
              <small title={rule.accounts.map(({ name }) => name).join(', ')}>
                {rule.accounts.map(({ name }) => name).join(', ')}
              </small>
            )}
          </button>
          <Switch
            isLabelHidden
            label={text('rules_switch', { name: rule.name })}
            disabled={isFixed}
            checked={waiting?.id === rule.id ? waiting.isActive : rule.is_active}
            onChange={event =>
              pause.mutate({ id: rule.id, version: rule.version, isActive: event.target.checked })
            }
          />
        </li>
      ))}
      <li className={styles.counts}>
        {text('rules_on', { count: rules.filter(rule => rule.is_active).length, all: rules.length })}
      </li>
    </ul>
  )
}
