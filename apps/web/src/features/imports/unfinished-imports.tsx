import { useQuery } from '@tanstack/react-query'
import { useFamilyId } from '../../filter/family/use-family.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../../ui/display/button.tsx'
import styles from './imports.module.css'
import { earlierQuery, type ImportSummary } from './use-imports.ts'

const mostShown = 3

/** Imports that were left before they were posted: they go on where they were left. */
export function UnfinishedImports() {
  const text = useText()
  const family = useFamilyId()
  const { data } = useQuery(earlierQuery({ limit: 20, offset: 0, ...(family !== undefined && { family }) }))
  const open = (data?.data ?? []).filter(
    ({ status, file_names: names }) => status === 'open' && names.length > 0,
  )
  if (open.length === 0) return null
  return (
    <section className={styles.card} aria-label={text('imports_unfinished')}>
      <h3 className={styles.group}>{text('imports_unfinished')}</h3>
      <ul>
        {open.slice(0, mostShown).map(row => (
          <UnfinishedRow key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}

function UnfinishedRow({ row: { id, file_names: names, created_at: createdAt } }: { row: ImportSummary }) {
  const text = useText()
  const format = useFormat()
  const { open } = useModal()
  const files = names.join(', ')
  return (
    <li className={styles.unfinished}>
      <span className={styles.what}>
        <b title={files}>{files}</b>
        <small>{format.moment(new Date(createdAt))}</small>
      </span>
      <Button
        size="small"
        aria-label={text('imports_continue_label', { files })}
        onClick={() => void open({ kind: 'import', id })}
      >
        {text('imports_continue')}
      </Button>
    </li>
  )
}
