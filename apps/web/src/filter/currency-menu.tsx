import { useText } from '../lib/i18n/i18n.ts'
import { RichText } from '../lib/i18n/rich-text.tsx'
import { useSettingsData } from '../lib/session/user-settings.ts'
import { useDisplayNames } from '../portfolio/display-names.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/display/icon.tsx'
import { Menu, MenuChoice } from '../ui/overlay/menu.tsx'
import chip from './chip.module.css'
import type { PortfolioFilter } from './filter.ts'
import styles from './filter-bar.module.css'

interface CurrencyMenuProps {
  currency: PortfolioFilter['currency']
  onChange: (currency: NonNullable<PortfolioFilter['currency']>) => void
}

/** Selects the currency that figures are calculated in. */
export function CurrencyMenu({ currency, onChange }: CurrencyMenuProps) {
  const text = useText()
  const currencies = useCalculationCurrencies()
  return (
    <Menu
      trigger={
        <button type="button" className={classNames(chip.chip, chip.box)}>
          <span>
            <span className="visually-hidden">{text('calculate_in')}: </span>
            <RichText text="calculate_in_short" values={{ currency: <b>{currency}</b> }} />
          </span>
          <Icon name="chevron-down" size={12} />
        </button>
      }
    >
      <MenuChoice
        label={text('calculate_in')}
        choices={currencies.map(({ code, name }) => ({
          value: code,
          label: (
            <>
              <span className={styles.code}>{code}</span> <span className={styles.quiet}>{name}</span>
            </>
          ),
        }))}
        // Undefined means the currency of the settings; then no item is checked.
        value={currency ?? currencies[0]?.code ?? 'CHF'}
        onChange={onChange}
      />
    </Menu>
  )
}

export function useCalculationCurrencies() {
  const { lists } = useSettingsData()
  const names = useDisplayNames()
  return (lists.user_currencies ?? []).map(code => ({ code, name: names.currency(code) }))
}
