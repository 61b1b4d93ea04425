import { useQuery } from '@tanstack/react-query'
import { useText } from '../../lib/i18n/i18n.ts'
import { SettingsContext, settingsQuery } from '../../lib/session/user-settings.ts'
import { useArchive, useFamilyInView } from '../../portfolio/archive.ts'
import { MenuItem } from '../../ui/overlay/menu.tsx'

/**
 * Downloads all data of the family in view. Provides the settings itself, since the bar renders outside their
 * provider.
 */
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
