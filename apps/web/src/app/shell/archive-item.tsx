import { useQuery } from '@tanstack/react-query'
import { useText } from '../../lib/i18n/i18n.ts'
import { SettingsContext, settingsQuery } from '../../lib/session/user-settings.ts'
import { useArchive, useFamilyInView } from '../../portfolio/archive.ts'
import { MenuItem } from '../../ui/overlay/menu.tsx'

/** Saves all data of the family in view. The bar stands outside of what knows the settings, so it brings them. */
export function ArchiveItem() {
  const { data } = useQuery(settingsQuery)
  if (data === undefined) return null
  return (
    <SettingsContext value={data}>
      <Item />
    </SettingsContext>
  )
}

function Item() {
  const text = useText()
  const family = useFamilyInView()
  const archive = useArchive()
  if (family === null) return null
  return (
    <MenuItem icon="download" onSelect={() => archive.mutate(family)}>
      {text('archive_download')}
    </MenuItem>
  )
}
