import { useId, useState } from 'react'
import { showToast } from '../../lib/browser/toasts.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { useDisplayNames } from '../../portfolio/display-names.ts'
import { SaveError } from '../../portfolio/price-source/save-error.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import styles from './proposals-part.module.css'
import {
  qualityActions,
  type Reconciliation,
  type StatementLine,
  useLedgerChanged,
  useQualityChange,
} from './use-data-quality.ts'

interface UnknownSecuritiesProps {
  data: Reconciliation
  /** Keys of the lines of a group. */
  lines: readonly string[]
}

/** Securities that only the statement names, each with the fields to add it. */
export function UnknownSecurities({ data, lines }: UnknownSecuritiesProps) {
  const text = useText()
  if (!data.may_change) return <p className={styles.quiet}>{text('reconciliation_security_not_allowed')}</p>
  return data.lines.map(({ key, security }) =>
    security !== null && lines.includes(key) ? (
      <SecurityForm key={key} data={data} line={key} security={security} />
    ) : null,
  )
}

interface SecurityFormProps {
  data: Reconciliation
  line: string
  security: NonNullable<StatementLine['security']>
}

function SecurityForm({ data, line, security }: SecurityFormProps) {
  const text = useText()
  const names = useDisplayNames()
  const { lists } = useSettingsData()
  const error = useId()
  const [name, setName] = useState(security.name)
  const [type, setType] = useState(security.instrument_type ?? 'equity')
  const changed = useLedgerChanged()
  const adding = useQualityChange(qualityActions.addSecurity, () => {
    showToast(text('reconciliation_security_added', { name }), 'success')
    changed()
  })
  // Without an ISIN or symbol the line is found by its name.
  const isNamed = security.isin === null && security.symbol === null
  const identifiers = [security.isin, security.symbol, security.currency].filter(each => each !== null)
  return (
    <form
      className={styles.security}
      aria-label={text('reconciliation_add_security_named', { name: security.name })}
      onSubmit={event => {
        event.preventDefault()
        adding.mutate({
          account: data.account.id,
          date: data.statement_date,
          line,
          name: name.trim() || security.name,
          instrument_type: type,
        })
      }}
    >
      <Field label={text('reconciliation_security_name')}>
        <TextInput
          autoComplete="off"
          maxLength={200}
          value={name}
          readOnly={isNamed}
          onChange={event => setName(event.target.value)}
        />
      </Field>
      <Field label={text('reconciliation_security_type')}>
        <Select
          value={type}
          onChange={setType}
          options={lists.instrument_types.map(each => ({
            value: each.id,
            label: names.type(each.id, each.name),
          }))}
        />
      </Field>
      <span className={styles.quiet}>{identifiers.join(' · ')}</span>
      <Button type="submit" variant="primary" isBusy={adding.isPending} aria-describedby={error}>
        {text('reconciliation_add_security')}
      </Button>
      <div id={error}>
        <SaveError error={adding.error} />
      </div>
    </form>
  )
}
