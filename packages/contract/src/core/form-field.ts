import { z } from 'zod'
import { oneOf, reference } from './values.ts'

/** Kinds of form inputs. */
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

/** A form field described by the server, so that forms follow the selected type. */
export const formField = z
  .object({
    name: z.string().describe('Name of the field in the body.'),
    label: z.string(),
    kind: oneOf(fieldKinds),
    is_required: z.boolean(),
    options: z.array(reference).describe('Options of select and multi_select, else empty.'),
  })
  .meta({ id: 'FormField' })
export type FormField = z.infer<typeof formField>
