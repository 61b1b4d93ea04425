import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useFilter } from '../../../filter/use-filter.ts'
import { useModal } from '../../../lib/browser/modals.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useHasRole, useSettingsData } from '../../../lib/session/user-settings.ts'
import { useDisplayNames } from '../../../portfolio/display-names.ts'
import { SaveError } from '../../../portfolio/price-source/save-error.tsx'
import { useFix } from '../../../portfolio/price-source/use-price-source.ts'
import { Button } from '../../../ui/display/button.tsx'
import { Combobox } from '../../../ui/form/combobox.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { type Finding, healthQuery } from '../use-data-quality.ts'
import { type Classification, classify, type Security, securityQuery } from './classify.ts'
import styles from './coverage.module.css'
import { CoverageSection } from './coverage-section.tsx'
import { FixRow } from './fix-row.tsx'
import { useSavedFix } from './undo-fix.ts'

/** Each row reads its security, so few are shown at first. */
const shownAtFirst = 8

/** Securities without a sector or country, which only groups need, each with the fields to classify it. */
export function UnclassifiedSection() {
  const text = useText()
  const { body } = useFilter()
  const [most, setMost] = useState(shownAtFirst)
  const health = useQuery(healthQuery(body, { limit: 500, kind: 'unclassified' }))
  const open = health.data?.data.filter(({ decision }) => decision === null) ?? []
  if (open.length === 0) return null
  const left = open.length - most
  return (
    <CoverageSection
      icon="layers"
      title={text('coverage_unclassified')}
      tag={text('coverage_securities', { count: open.length })}
      note={text('coverage_unclassified_note')}
    >
      {open.slice(0, most).map(finding => (
        <UnclassifiedRow key={finding.id} finding={finding} />
      ))}
      {left > 0 && (
        <li className={styles.more}>
          <Button size="small" onClick={() => setMost(most + 50)}>
            {text('coverage_more', { count: left })}
          </Button>
        </li>
      )}
    </CoverageSection>
  )
}

function UnclassifiedRow({ finding }: { finding: Finding }) {
  const text = useText()
  const { open } = useModal()
  const isDemo = useHasRole('demo')
  const { instrument_id: id, asset_id: asset, name, value } = finding
  const security = useQuery({ ...securityQuery(id ?? ''), enabled: id !== null }).data
  return (
    <FixRow
      name={
        id === null ? (
          name
        ) : (
          <button type="button" className={styles.open} onClick={() => void open({ kind: 'instrument', id })}>
            {name}
          </button>
        )
      }
      note={finding.reason}
      effect={value}
    >
      {asset !== null && !isDemo ? (
        <Button size="small" onClick={() => void open({ kind: 'assets', id: asset, tab: 'general' })}>
          {text('edit')}
        </Button>
      ) : security?.may_change ? (
        <ClassifyForm key={security.version} security={security} />
      ) : (
        security && <span className={styles.quiet}>{text('coverage_ask_admin_classify')}</span>
      )}
    </FixRow>
  )
}

const none = 'none'

function ClassifyForm({ security }: { security: Security }) {
  const text = useText()
  const names = useDisplayNames()
  const { lists } = useSettingsData()
  const showSavedFix = useSavedFix()
  const { name, instrument_type, sector, country } = security
  const [values, setValues] = useState<Classification>({ instrument_type, sector, country })
  const saving = useFix(
    (typed: Classification) => classify(security, typed),
    undo => showSavedFix(text('coverage_classified', { name }), undo),
  )
  const set = (change: Partial<Classification>) => setValues({ ...values, ...change })
  const isEdited =
    values.instrument_type !== instrument_type || values.sector !== sector || values.country !== country
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isEdited) saving.mutate(values)
  }
  return (
    <form className={styles.fields} onSubmit={save}>
      <span className={styles.choice}>
        <Select
          size="small"
          label={text('coverage_type_of', { name })}
          options={lists.instrument_types.map(each => ({
            value: each.id,
            label: names.type(each.id, each.name),
          }))}
          value={values.instrument_type}
          onChange={type => set({ instrument_type: type })}
        />
      </span>
      <span className={styles.choice}>
        <Select<NonNullable<Classification['sector']> | typeof none>
          size="small"
          label={text('coverage_sector_of', { name })}
          options={[
            { value: none, label: text('coverage_no_sector') },
            ...lists.sectors.map(each => ({ value: each.id, label: names.sector(each.id, each.name) })),
          ]}
          value={values.sector ?? none}
          onChange={chosen => set({ sector: chosen === none ? null : chosen })}
        />
      </span>
      <span className={styles.choice}>
        <Combobox
          size="small"
          label={text('coverage_country_of', { name })}
          placeholder={text('country')}
          options={lists.countries.map(({ code }) => ({
            value: code,
            label: names.country(code),
            note: code,
          }))}
          value={values.country}
          // The codes come from the settings, which type them as strings.
          onChange={code => set({ country: code as Classification['country'] })}
        />
      </span>
      <Button
        size="small"
        type="submit"
        disabled={!isEdited}
        isBusy={saving.isPending}
        aria-label={text('coverage_save_of', { name })}
      >
        {text('save')}
      </Button>
      <SaveError error={saving.error} />
    </form>
  )
}
