/**
 * Counts up whenever the past of the demo world changes. A database that was filled by another version keeps
 * what it has and is not continued: its next transactions would not fit the ones before.
 */
export const worldVersion = 2
