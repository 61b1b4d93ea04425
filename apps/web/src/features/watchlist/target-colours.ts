/** A target below is for buying, one above for selling: one colour each, wherever they are drawn. */
export const targetColours = { below: 'var(--gain)', above: 'var(--accent)' } as const
