import { Dialog } from './dialog.tsx'
import { MenuChoiceParts, MenuItemParts, MenuParts, MenuSeparatorParts } from './menu-parts.tsx'
import { PopoverParts } from './popover-parts.tsx'
import { TooltipParts } from './tooltip-parts.tsx'

/** One file of code, since whoever opens one of them soon opens another. */
export const parts = {
  Dialog,
  Menu: MenuParts,
  MenuItem: MenuItemParts,
  MenuSeparator: MenuSeparatorParts,
  MenuChoice: MenuChoiceParts,
  Popover: PopoverParts,
  Tooltip: TooltipParts,
}
