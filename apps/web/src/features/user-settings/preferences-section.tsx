import { useCalculationCurrencies } from '../../filter/currency-menu.tsx'
import { isPeriodName, namedPeriod } from '../../filter/filter.ts'
import { usePeriodLabels } from '../../filter/period/period-labels.ts'
import { useChoices } from '../../filter/use-choices.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { useTheme } from '../../lib/browser/theme.ts'
import {
  type DateFormat,
  formatAmount,
  formatDate,
  numberFormats,
  numberLocale,
  parseNumberFormat,
} from '../../lib/format/format.ts'
import { useLanguage, useText } from '../../lib/i18n/i18n.ts'
import { languageChoices } from '../../lib/i18n/language-choices.ts'
import { useChooseLanguage, useChooseTheme } from '../../lib/session/personal-choices.ts'
import { useHasRole, useSettingsData } from '../../lib/session/user-settings.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Select } from '../../ui/form/select.tsx'
import { dateFormats, exampleDate, listTimeZones, pageSizes } from './preference-lists.ts'
import styles from './preferences-section.module.css'
import { SettingRow } from './setting-row.tsx'

/** Appearance, formats and defaults. Each choice takes effect at once. */
export function PreferencesSection() {
  const isDemo = useHasRole('demo')
  return (
    <>
      <ThemeRow />
      <LanguageRow />
      {!isDemo && (
        <>
          <CurrencyRow />
          <PeriodRow />
          <DateRows />
        </>
      )}
    </>
  )
}

function ThemeRow() {
  const text = useText()
  const theme = useTheme()
  const choose = useChooseTheme()
  const isDemo = useHasRole('demo')
  return (
    <SettingRow label={text('theme')} note={text(isDemo ? 'theme_note_demo' : 'theme_note')}>
      <Segmented
        label={text('theme')}
        segments={[
          { value: 'dark', label: <WithIcon icon="moon">{text('dark')}</WithIcon> },
          { value: 'light', label: <WithIcon icon="sun">{text('light')}</WithIcon> },
        ]}
        value={theme}
        onChange={choose}
      />
    </SettingRow>
  )
}

function WithIcon({ icon, children }: { icon: 'moon' | 'sun'; children: string }) {
  return (
    <>
      <Icon name={icon} size={14} />
      {children}
    </>
  )
}

function LanguageRow() {
  const text = useText()
  const language = useLanguage()
  const choose = useChooseLanguage()
  return (
    <SettingRow label={text('language')} note={text('language_note')}>
      <div className={styles.choice}>
        <Select
          size="small"
          label={text('language')}
          options={languageChoices}
          value={language}
          onChange={choose}
        />
      </div>
    </SettingRow>
  )
}

/** The URL holds the currency and the period of the current view, so a choice here changes it too. */
function CurrencyRow() {
  const text = useText()
  const { choices, choose } = useChoices()
  const { filter, change } = useFilter()
  const currencies = useCalculationCurrencies()
  return (
    <SettingRow label={text('calculation_currency')} note={text('calculation_currency_note')}>
      <div className={styles.choice}>
        <Select
          size="small"
          label={text('calculation_currency')}
          options={currencies.map(({ code, name }) => ({ value: code, label: code, note: name }))}
          value={choices.currency}
          onChange={currency => {
            choose({ currency })
            change({ ...filter, currency })
          }}
        />
      </div>
    </SettingRow>
  )
}

const customPeriod = 'custom'

function PeriodRow() {
  const text = useText()
  const labels = usePeriodLabels()
  const { lists } = useSettingsData()
  const { choices, choose } = useChoices()
  const { filter, change } = useFilter()
  const { name } = choices.period
  const options: { value: string; label: string }[] = [
    ...lists.period_names.flatMap(({ id }) =>
      isPeriodName(id) ? [{ value: id, label: labels.name(namedPeriod(id)) }] : [],
    ),
    ...(name === null ? [{ value: customPeriod, label: labels.name(choices.period) }] : []),
  ]
  return (
    <SettingRow label={text('default_period')} note={text('default_period_note')}>
      <div className={styles.choice}>
        <Select
          size="small"
          label={text('default_period')}
          options={options}
          value={name ?? customPeriod}
          onChange={chosen => {
            if (!isPeriodName(chosen)) return
            const period = namedPeriod(chosen)
            choose({ period })
            change({ ...filter, period })
          }}
        />
      </div>
    </SettingRow>
  )
}

/** The choice that stores no format. */
const followLanguage = 'language'
const exampleNumber = 1234.56

function DateRows() {
  const text = useText()
  const language = useLanguage()
  const { choices, choose } = useChoices()
  const zones = listTimeZones(choices.time_zone)
  return (
    <>
      <SettingRow label={text('date_format')}>
        <div className={styles.choice}>
          <Select<DateFormat>
            size="small"
            label={text('date_format')}
            options={dateFormats.map(value => ({ value, label: formatDate(exampleDate, value, language) }))}
            value={choices.date_format}
            onChange={format => choose({ date_format: format })}
          />
        </div>
      </SettingRow>
      <SettingRow label={text('number_format')}>
        <div className={styles.choice}>
          <Select
            size="small"
            label={text('number_format')}
            options={[
              { value: followLanguage, label: text('number_format_by_language') },
              ...numberFormats.map(value => ({
                value,
                label: formatAmount(exampleNumber, numberLocale(language, value)),
              })),
            ]}
            value={choices.number_format ?? followLanguage}
            onChange={chosen => choose({ number_format: parseNumberFormat(chosen) })}
          />
        </div>
      </SettingRow>
      <SettingRow
        label={text('time_zone')}
        note={
          choices.time_zone_source === 'browser'
            ? `${text('time_zone_note')}. ${text('time_zone_browser')}.`
            : text('time_zone_note')
        }
      >
        <div className={styles.choice}>
          <Combobox
            size="small"
            label={text('time_zone')}
            options={zones.map(zone => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
            value={choices.time_zone}
            onChange={zone => zone !== null && choose({ time_zone: zone, time_zone_source: 'user' })}
          />
        </div>
      </SettingRow>
      <SettingRow label={text('page_size')}>
        <div className={styles.choice}>
          <Select
            size="small"
            label={text('page_size')}
            options={pageSizes(choices.page_size).map(size => ({ value: size, label: size }))}
            value={String(choices.page_size)}
            onChange={size => choose({ page_size: Number(size) })}
          />
        </div>
      </SettingRow>
    </>
  )
}
