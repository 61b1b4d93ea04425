import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { Menu, MenuChoice } from '../../ui/overlay/menu.tsx'
import chip from '../chip.module.css'

interface FamilySwitcherProps {
  /** Null for all families. */
  family: string | null
  onChange: (family: string | null) => void
}

const everyFamily = ''

/** Switches the family in view. Staff see one at a time, or all together. */
export function FamilySwitcher({ family, onChange }: FamilySwitcherProps) {
  const text = useText()
  const { families } = useSettingsData().lists
  const chosen = families.find(({ id }) => id === family)?.name
  // The URL can name a family the user may not see: do not label it as all families.
  const name = family === null ? text('all_families') : (chosen ?? text('family_choose'))
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className={classNames(chip.chip, chip.box)}
          aria-label={`${text('family_switcher')}: ${name}`}
        >
          <Icon name="users" size={14} />
          <b>{name}</b>
          <Icon name="chevron-down" size={12} />
        </button>
      }
    >
      <MenuChoice
        label={text('family_switcher')}
        choices={[
          ...families.map(({ id, name: label }) => ({ value: id, label })),
          { value: everyFamily, label: text('all_families') },
        ]}
        value={family ?? everyFamily}
        onChange={chosen => onChange(chosen === everyFamily ? null : chosen)}
      />
    </Menu>
  )
}
