import { z } from 'zod'
import { askedQuestion } from './plausibility.ts'

/** The body of every error. `message` is for people, `code` for programs, `field` names the invalid field. */
export const failure = z
  .object({
    errors: z
      .array(
        z.object({
          code: z.string(),
          message: z.string(),
          field: z.string().optional(),
          question: askedQuestion.optional().describe('For `confirmation_required`.'),
        }),
      )
      .min(1),
  })
  .meta({ id: 'Failure', description: 'The body of every error.' })
export type Failure = z.infer<typeof failure>
