import { useState } from 'react'
import { useFilter } from '../../../filter/use-filter.ts'
import { type ModalOf, useModal } from '../../../lib/browser/modals.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useHasRole, useSettingsData } from '../../../lib/session/user-settings.ts'
import { CsvButton } from '../../../portfolio/csv-button.tsx'
import { UploadTableDialog } from '../../../portfolio/upload-table-dialog.tsx'
import { Button } from '../../../ui/display/button.tsx'
import { SearchInput } from '../../../ui/form/search-input.tsx'
import { Segmented } from '../../../ui/form/segmented.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { useDelayedUnmount } from '../../../ui/overlay/use-delayed-unmount.ts'
import styles from '../data-quality.module.css'
import { EnteredPrices } from './entered-prices.tsx'
import { EnteredRates } from './entered-rates.tsx'
import { RateDialog } from './rate-dialog.tsx'
import { downloadPrices, downloadRates } from './use-entered.ts'

const all = 'all'

/** The prices and exchange rates that people typed or uploaded. Exchange rates concern every family. */
export function EnteredTab({ modal }: { modal: ModalOf<'data-quality'> }) {
  const text = useText()
  const isAdmin = useHasRole('admin')
  const isRates = isAdmin && modal.type !== 'prices'
  return (
    <div className={styles.tab}>
      {isRates ? <Rates /> : <Prices />}
      <p className={styles.foot}>{text('entered_note')}</p>
    </div>
  )
}

/** Administrators choose between the two lists; others see prices only. */
function Kind({ value }: { value: 'rates' | 'prices' }) {
  const text = useText()
  const { change } = useModal()
  if (!useHasRole('admin')) return null
  return (
    <Segmented
      size="small"
      label={text('entered_kind')}
      segments={[
        { value: 'rates', label: text('entered_rates') },
        { value: 'prices', label: text('prices') },
      ]}
      value={value}
      onChange={type => void change({ type })}
    />
  )
}

function Rates() {
  const text = useText()
  const { lists } = useSettingsData()
  const [currency, setCurrency] = useState(all)
  const [isEntering, setIsEntering] = useState(false)
  const { shown, isOpen, onClosed } = useDelayedUnmount(isEntering || null)
  const code = lists.currencies.find(each => each.code === currency)?.code
  const filter = code === undefined ? {} : { currency: code }
  return (
    <>
      <div className={styles.bar}>
        <Kind value="rates" />
        <div className={styles.kinds}>
          <Select
            size="small"
            label={text('entered_currency')}
            value={currency}
            onChange={setCurrency}
            options={[
              { value: all, label: text('entered_all_currencies') },
              ...lists.currencies.map(each => ({ value: each.code, label: each.code })),
            ]}
          />
        </div>
        <span className={styles.spacer} />
        <CsvButton size="small" load={() => downloadRates(filter)} fileName="exchange-rates.csv" />
        <UploadButton label={text('coverage_upload_rates')} />
        <Button size="small" icon="plus" onClick={() => setIsEntering(true)}>
          {text('entered_rate_new')}
        </Button>
      </div>
      <EnteredRates key={currency} filter={filter} />
      {shown && <RateDialog rate={null} frame={{ isOpen, onClose: () => setIsEntering(false), onClosed }} />}
    </>
  )
}

function Prices() {
  const text = useText()
  const { body } = useFilter()
  const isAdmin = useHasRole('admin')
  const isStaff = useHasRole(['admin', 'adviser'])
  const [q, setQ] = useState('')
  // Administrators also see the prices of shared securities, which belong to no family.
  const filter = { ...(q !== '' && { q }), ...(!isAdmin && body.family && { family: body.family }) }
  return (
    <>
      <div className={styles.bar}>
        <Kind value="prices" />
        <div className={styles.kinds}>
          <SearchInput label={text('entered_find')} value={q} onChange={setQ} />
        </div>
        <span className={styles.spacer} />
        <CsvButton size="small" load={() => downloadPrices(filter)} fileName="prices.csv" />
        {isStaff && <UploadButton label={text('coverage_upload_prices')} />}
      </div>
      <EnteredPrices key={q} filter={filter} />
    </>
  )
}

function UploadButton({ label }: { label: string }) {
  const [isUploading, setIsUploading] = useState(false)
  const { shown, isOpen, onClosed } = useDelayedUnmount(isUploading || null)
  return (
    <>
      <Button size="small" onClick={() => setIsUploading(true)}>
        {label}
      </Button>
      {shown && (
        <UploadTableDialog
          security={undefined}
          frame={{ isOpen, onClose: () => setIsUploading(false), onClosed }}
        />
      )}
    </>
  )
}
