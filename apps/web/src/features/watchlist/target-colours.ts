/** Targets below the price are for buying, targets above for selling. */
export const targetColours = { below: 'var(--gain)', above: 'var(--accent)' } as const
