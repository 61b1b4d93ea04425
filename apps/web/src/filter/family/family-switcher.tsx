import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { Menu, MenuChoice } from '../../ui/overlay/menu.tsx'
import chip from '../chip.module.css'

interface FamilySwitcherProps {
  /** Null for all of them. */
  family: string | null
  onChange: (family: string | null) => void
}

const everyFamily = ''

/** Which family is looked at. Staff see one at a time, or all together where they choose so. */
export function FamilySwitcher({ family, onChange }: FamilySwitcherProps) {
  const text = useText()
  const { families } = useSettingsData().lists
  const chosen = families.find(({ id }) => id === family)?.name
  // An address can name a family that is not theirs to see: the header must not call that all families.
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
