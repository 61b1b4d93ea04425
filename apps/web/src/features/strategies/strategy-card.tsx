import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { roundPositions } from '../../portfolio/positions/round-positions.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { replyDecimals } from '../../portfolio/round-parts.ts'
import { Button } from '../../ui/display/button.tsx'
import { Amount, Percent } from '../../ui/display/figure.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import styles from './strategies.module.css'
import { StrategyChart } from './strategy-chart.tsx'
import { StrategyHedges } from './strategy-hedges.tsx'
import { StrategyLegs } from './strategy-legs.tsx'
import { StrategyOffers } from './strategy-offers.tsx'
import { StrategyPositions } from './strategy-positions.tsx'
import { type StrategyDetail, strategyQuery, useDeleteStrategy } from './use-strategies.ts'

interface StrategyCardProps {
  id: string
  name: string
}

/** A strategy with its figures, positions, legs and chart. */
export function StrategyCard({ id, name }: StrategyCardProps) {
  const text = useText()
  const { open } = useModal()
  const { body } = useFilter()
  const isDemo = useHasRole('demo')
  const isPhone = useIsPhone()
  const query = useQuery(strategyQuery(body, id))
  const remove = useDeleteStrategy()
  const [isAsking, setIsAsking] = useState(false)
  const add = () => void open({ kind: 'strategy', id, form: 'add' })
  return (
    <Card
      title={name}
      note={isPhone ? undefined : query.data?.description}
      actions={
        !isDemo && (
          <>
            {isPhone ? (
              <IconButton icon="plus" label={text('strategy_add_position')} onClick={add} />
            ) : (
              <Button size="small" icon="plus" onClick={add}>
                {text('strategy_add_position')}
              </Button>
            )}
            <IconButton
              icon="edit"
              label={text('strategy_edit')}
              onClick={() => void open({ kind: 'strategy', id })}
            />
            <IconButton icon="trash" label={text('delete')} onClick={() => setIsAsking(true)} />
          </>
        )
      }
    >
      <QuerySection query={query} skeleton={<SkeletonRows rows={10} />}>
        {detail => <Detail detail={detail} canChange={!isDemo} />}
      </QuerySection>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={text('strategy_delete_question', { name })}
        confirmLabel={text('delete')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ id, name }, { onSettled: () => setIsAsking(false) })}
      >
        {text('strategy_delete_note')}
      </ConfirmDialog>
    </Card>
  )
}

function Detail({ detail, canChange }: { detail: StrategyDetail; canChange: boolean }) {
  const text = useText()
  if (detail.positions.length === 0) {
    const isFiltered = detail.position_ids.length > 0
    return (
      <EmptyState
        icon="layers"
        title={text(isFiltered ? 'strategy_none_under_filter' : 'strategy_no_positions')}
      >
        {isFiltered ? undefined : text('strategy_no_positions_note')}
      </EmptyState>
    )
  }
  const { currency } = detail.basis
  const list = roundPositions(detail.positions, detail.total, replyDecimals(detail.basis))
  const rounded = { ...detail, positions: list.rows, total: list.total }
  return (
    <>
      {canChange && <StrategyOffers detail={detail} />}
      <dl className={styles.figures}>
        <Figure label={text('strategy_exposure')}>
          <Amount value={detail.total_exposure} isLarge />
        </Figure>
        <Figure label={text('strategy_value')}>
          <Amount value={detail.total_value} isLarge />
        </Figure>
        <Figure label={text('strategy_pnl')}>
          <Amount value={detail.total_pnl_abs} sign="always" isToned isLarge />
          {detail.pnl_rel_total !== null && (
            <small className={styles.relative} title={text('pnl_group_note')}>
              <Percent value={detail.pnl_rel_total} /> {text('pnl_on_capital')}
            </small>
          )}
        </Figure>
        <Figure label={text('strategy_twr')}>
          <Percent value={detail.returns.twr} />
        </Figure>
      </dl>
      <StrategyPositions detail={rounded} canChange={canChange} />
      <StrategyChart detail={detail} />
      <StrategyLegs detail={rounded} />
      {detail.hedges && <StrategyHedges hedges={detail.hedges} currency={currency} />}
    </>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
