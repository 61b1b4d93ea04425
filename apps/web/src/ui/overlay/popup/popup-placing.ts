/**
 * Popups open from sticky bars and dialogs. With absolute positioning they would scroll away with the page
 * before being repositioned, and clicks in between would miss.
 */
export const popupPlacing = { positionMethod: 'fixed', collisionPadding: 8 } as const
