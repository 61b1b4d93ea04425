import { z } from 'zod'
import { oneOf, reference } from './values.ts'

/** How a field is entered. */
export const fieldKinds = [
  'text',
  'long_text',
  'number',
  'percent',
  'date',
  'year',
  'select',
  'multi_select',
  'account',
  'country',
  'currency',
  'isin',
  'emails',
] as const

/** A field of a form that the server describes, so that forms follow the type that was chosen. */
export const formField = z
  .object({
    name: z.string().describe('The field of the body it fills.'),
    label: z.string(),
    kind: oneOf(fieldKinds),
    is_required: z.boolean(),
    options: z.array(reference).describe('What select and multi_select choose from, else empty.'),
  })
  .meta({ id: 'FormField' })
export type FormField = z.infer<typeof formField>
