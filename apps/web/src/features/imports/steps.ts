/** The way of an import, in this order. */
export const steps = ['files', 'columns', 'preview', 'apply'] as const
export type Step = (typeof steps)[number]
