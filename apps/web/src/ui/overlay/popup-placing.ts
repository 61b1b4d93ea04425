/**
 * Popups are opened from bars that stay in place and from dialogs. Placed on the page they would be carried off when
 * it scrolls behind those, and be brought back a moment later: a click in between would miss.
 */
export const popupPlacing = { positionMethod: 'fixed', collisionPadding: 8 } as const
