import { useModal } from '../../lib/browser/modals.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx'
import type { WatchedTicker } from './use-watchlist.ts'
import type { WatchlistActions } from './watchlist-actions.ts'

export function TickerMenu({ watched, onEdit, onRemove }: { watched: WatchedTicker } & WatchlistActions) {
  const text = useText()
  const { open } = useModal()
  return (
    <Menu
      trigger={
        <IconButton
          icon="dots"
          size="small"
          label={text('watchlist_actions', { name: watched.ticker.name })}
          onClick={event => event.stopPropagation()}
        />
      }
    >
      <MenuItem icon="edit" onSelect={() => onEdit?.(watched)}>
        {text('edit')}
      </MenuItem>
      <MenuItem icon="list" onSelect={() => void open({ kind: 'instrument', id: watched.ticker.id })}>
        {text('master_open')}
      </MenuItem>
      <MenuItem icon="trash" onSelect={() => onRemove?.(watched)}>
        {text('watchlist_remove')}
      </MenuItem>
    </Menu>
  )
}
