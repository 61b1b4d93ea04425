/** The steps of an import, in order. */
export const steps = ['files', 'columns', 'preview', 'apply'] as const
export type Step = (typeof steps)[number]
