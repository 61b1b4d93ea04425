/**
 * Incremented whenever the past of the demo world changes. A database filled by another version is kept but not
 * continued, because new transactions would not fit the existing ones.
 */
export const worldVersion = 4
