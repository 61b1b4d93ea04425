import { Dialog } from '../dialog.tsx'
import { LoadedMenu, LoadedMenuChoice, LoadedMenuItem, LoadedMenuSeparator } from './loaded-menu.tsx'
import { LoadedPopover } from './loaded-popover.tsx'
import { LoadedTooltip } from './loaded-tooltip.tsx'

/** One chunk, since users who open one popup soon open another. */
export const popupComponents = {
  Dialog,
  Menu: LoadedMenu,
  MenuItem: LoadedMenuItem,
  MenuSeparator: LoadedMenuSeparator,
  MenuChoice: LoadedMenuChoice,
  Popover: LoadedPopover,
  Tooltip: LoadedTooltip,
}
